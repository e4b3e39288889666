// SPDX-License-Identifier: Apache-2.0
// Running program: its address space, its team, and its consecutive runs.
//
// Contract:
// - Threads of a late program wait for begin_late().
// - The team's on_finished is called when all threads have completed a run. repeat() starts another
//   run in memory rebuilt at the same addresses.
// - Results refer to the first run.
#pragma once

#include "models/core/thread.h"
#include "models/kernel/now.h"
#include "models/paging/page_map.h"
#include "platforms/run/programs/placed_program.h"
#include "stimulus/trace/recorder/recorder.h"

namespace starnuma::run {

class RunningProgram : public core::Program {
 public:
  /// `elsewhere` is the number of pages placed off their preferred, full node.
  RunningProgram(PlacedProgram placed, paging::PageMap map, std::uint64_t fallback);

  const PlacedProgram& placed() const { return placed_; }
  /// Message type of the report that stops a run when a program rejects its own input.
  static constexpr const char* kRefused = "/starnuma/run/refused input";

  run::Program& program() const { return *placed_.program; }
  const base::Arena& arena() const { return program().arena(); }
  int threads() const { return arena().threads(); }
  paging::PageMap& map() { return map_; }
  const paging::PageMap& map() const { return map_; }
  std::uint64_t pages_elsewhere() const { return elsewhere_; }
  bool on_demand() const { return placed_.placement.on_demand(); }
  std::uint64_t pages_allocated() const { return on_demand() ? allocated_ : map_.pages(); }
  /// Counts a page that got memory on demand.
  void count_allocated(bool fallback) {
    ++allocated_;
    elsewhere_ += fallback;
  }
  /// Stops the program; called from one of its threads.
  [[noreturn]] void stop(std::string why);
  /// Returns the reason for the stop; empty: the program was not stopped.
  const std::string& stopped() const { return stopped_; }
  core::Team& team() { return team_; }

  /// Sets the recorder of the program's threads; null: none.
  void record(trace::Recorder* recorder) { recorder_ = recorder; }

  /// Starts the threads of a late program after its start delay.
  void begin_late() { begin_.notify(kernel::delay_until(kernel::now() + placed_.start)); }
  /// Rebuilds the program and starts all threads again.
  void repeat();
  /// Returns the number of runs begun, counting from 1.
  int runs() const { return runs_; }

  void run(core::Thread& thread) override;
  bool again(core::Thread& thread) override;
  void failed(const std::string& why) override;

 private:
  PlacedProgram placed_;
  paging::PageMap map_;
  std::uint64_t elsewhere_;
  std::uint64_t allocated_ = 0;
  std::string stopped_;
  core::Team team_;
  trace::Recorder* recorder_ = nullptr;
  sc_core::sc_event begin_{sc_core::sc_gen_unique_name("begin")};
  sc_core::sc_event next_run_{sc_core::sc_gen_unique_name("next_run")};
  std::vector<int> run_of_thread_;
  int runs_ = 1;
};

}  // namespace starnuma::run
