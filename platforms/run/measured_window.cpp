// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/measured_window.h"

#include "models/kernel/now.h"
#include "platforms/run/run_statistics.h"

namespace starnuma::run {
namespace {

constexpr std::size_t kWorstMisses = 64;

}  // namespace

MeasuredWindow::MeasuredWindow(const assembly::MachineConfig& config, assembly::Machine& machine,
                               const kernel::Dispatcher& dispatcher,
                               const paging::PageMap& page_map, Program& program, bool watch_misses)
    : config_(config),
      machine_(machine),
      dispatcher_(dispatcher),
      page_map_(page_map),
      program_(program),
      misses_(program.arena().pages(), config.sockets(), program.arena().threads(),
              program.team_lines()),
      worst_(kWorstMisses) {
  if (!watch_misses) return;
  machine.add_observer(misses_);
  machine.add_observer(worst_);
}

void MeasuredWindow::prepare(Opening /*opening*/) {
  instructions_before_ += machine_.instructions();
  misses_before_ += misses_.total().accesses;
}

void MeasuredWindow::begin(Opening /*opening*/) {
  misses_.reset();
  worst_.reset();
  first_transaction_ = dispatcher_.transactions() + 1;
  begin_ = kernel::now();
}

void MeasuredWindow::report(SimulationResult& result) {
  const Window window{kernel::now() - begin_, machine_.instructions(), machine_.waiting()};
  result.instructions = instructions_before_ + window.instructions;
  result.misses = misses_before_ + misses_.total().accesses;
  report_run(config_, window, misses_, page_map_.homes(), program_.workload(), result.stats);
  result.profile = misses_.pages();
  result.worst = worst_.sorted();
  result.window_begin = begin_;
  result.first_transaction = first_transaction_;
}

}  // namespace starnuma::run
