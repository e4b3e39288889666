// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/programs/running_program.h"

#include "models/base/check.h"
#include "models/kernel/now.h"

namespace starnuma::run {

Program::Program(std::unique_ptr<stimulus::Workload> workload, int threads)
    : arena_(threads), workload_(std::move(workload)) {
  workload_->build(arena_);
  team_lines_ = arena_.allocate<std::uint64_t>("team", core::Team::kWords);
}

RunningProgram::RunningProgram(PlacedProgram placed, paging::PageMap map, std::uint64_t fallback)
    : placed_(std::move(placed)),
      map_(std::move(map)),
      elsewhere_(fallback),
      team_(threads(), program().team_lines()),
      run_of_thread_(static_cast<std::size_t>(threads()), 1) {
  SN_CHECK(placed_.cores.size() == run_of_thread_.size(), placed_.name, ": ", threads(),
           " threads on ", placed_.cores.size(), " cores");
}

void RunningProgram::run(core::Thread& thread) {
  if (placed_.late() && runs_ == 1) {
    sc_core::wait(begin_);
    thread.resume();
  }
  if (recorder_ != nullptr) thread.observe(&recorder_->watch(thread.index()));
  try {
    program().workload().run(thread);
  } catch (const base::InputError& error) {
    SC_REPORT_ERROR(kRefused, error.what());
  }
}

void RunningProgram::stop(std::string why) {
  if (stopped_.empty()) stopped_ = std::move(why);
  team_.stop();
  throw core::ProgramStopped();
}

void RunningProgram::failed(const std::string& why) {
  if (!stopped_.empty()) return;
  stopped_ = (placed_.name.empty() ? "" : placed_.name + ": ") + "stopped by " + why;
}

bool RunningProgram::again(core::Thread& thread) {
  if (!placed_.rebuild_pages || team_.stopped()) return false;
  int& run = run_of_thread_[static_cast<std::size_t>(thread.index())];
  while (run == runs_) sc_core::wait(next_run_);
  run = runs_;
  thread.resume();
  return true;
}

void RunningProgram::repeat() {
  const std::uint64_t pages = arena().pages();
  placed_.program = placed_.rebuild_pages();
  SN_CHECK(arena().pages() == pages, placed_.name, ": ", arena().pages(),
           " pages when it was built again, ", pages, " before");
  team_.restart(program().team_lines());
  ++runs_;
  kernel::notify_now(next_run_);
}

}  // namespace starnuma::run
