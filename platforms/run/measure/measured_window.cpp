// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/measure/measured_window.h"

#include "models/kernel/now.h"
#include "platforms/run/measure/run_statistics.h"

namespace starnuma::run {
namespace {

constexpr std::size_t kWorstMisses = 64;

}  // namespace

MeasuredWindow::MeasuredWindow(const assembly::MachineConfig& config, const Scope& scope,
                               const kernel::Dispatcher& dispatcher, bool watch_misses)
    : config_(config),
      scope_(scope),
      dispatcher_(dispatcher),
      misses_(scope.pages(), config.sockets(), config.sockets() * config.cores_per_socket(),
              scope.barriers()),
      worst_(kWorstMisses) {
  if (!watch_misses) return;
  scope.watch(misses_);
  if (scope.is_run()) scope.machine().add_observer(worst_);
}

void MeasuredWindow::prepare(Opening /*opening*/) {
  instructions_before_ += scope_.instructions();
  misses_before_ += misses_.total().accesses;
}

void MeasuredWindow::begin(Opening /*opening*/) {
  misses_.reset(kernel::now());
  worst_.reset();
  first_transaction_ = dispatcher_.transactions() + 1;
  begin_ = kernel::now();
  instructions_at_begin_ = scope_.instructions();
  waiting_at_begin_ = scope_.waiting();
}

void MeasuredWindow::report(SimulationResult& result) {
  const Window window{kernel::now() - begin_, scope_.instructions() - instructions_at_begin_,
                      scope_.waiting().since(waiting_at_begin_)};
  result.instructions = instructions_before_ + window.instructions;
  result.misses = misses_before_ + misses_.total().accesses;
  report_run(config_, scope_, window, misses_, result.stats);
  result.profile = misses_.pages();
  result.worst = worst_.sorted();
  result.window_begin = begin_;
  result.spans.push_back({scope_.path() + ".window", "measured window", begin_, kernel::now()});
  result.first_transaction = first_transaction_;
}

}  // namespace starnuma::run
