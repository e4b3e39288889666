// SPDX-License-Identifier: Apache-2.0
// A program while it runs: its address space, its team, and its runs one after the other.
//
// Contract: a late program's threads wait for begin_late(). When all threads have done their share
// the team's on_finished is called; repeat() then has them do it again, in memory built anew at the
// same addresses. The first run is what results are of.
#pragma once

#include "models/core/thread.h"
#include "models/paging/page_map.h"
#include "platforms/run/placed_program.h"
#include "stimulus/trace/recorder/recorder.h"

namespace starnuma::run {

class RunningProgram : public core::Program {
 public:
  /// `elsewhere` pages found the node full that the policy wanted them on.
  RunningProgram(PlacedProgram placed, paging::PageMap map, std::uint64_t elsewhere);

  const PlacedProgram& placed() const { return placed_; }
  /// Message type of the report that stops a run whose program finds its own input wrong.
  static constexpr const char* kRefused = "/starnuma/run/refused input";

  run::Program& program() const { return *placed_.program; }
  const base::Arena& arena() const { return program().arena(); }
  int threads() const { return arena().threads(); }
  paging::PageMap& map() { return map_; }
  const paging::PageMap& map() const { return map_; }
  std::uint64_t pages_elsewhere() const { return elsewhere_; }
  bool on_demand() const { return placed_.placement.on_demand(); }
  std::uint64_t pages_allocated() const { return on_demand() ? allocated_ : map_.pages(); }
  /// A page has got memory on demand.
  void count_allocated(bool elsewhere) {
    ++allocated_;
    elsewhere_ += elsewhere;
  }
  /// Ends the program, from inside one of its threads.
  [[noreturn]] void stop(std::string why);
  /// Why it was stopped; empty: it was not.
  const std::string& stopped() const { return stopped_; }
  core::Team& team() { return team_; }

  /// Its threads are watched from now on; null: by nobody.
  void record(trace::Recorder* recorder) { recorder_ = recorder; }

  /// Lets a late program's threads begin, its start from now.
  void begin_late() { begin_.notify(sc_core::sc_time::from_value(delay())); }
  /// Builds it again, for all threads to run once more.
  void repeat();
  /// Runs begun, from 1 on.
  int runs() const { return runs_; }

  void run(core::Thread& thread) override;
  bool again(core::Thread& thread) override;
  void failed(const std::string& why) override;

 private:
  std::uint64_t delay() const { return static_cast<std::uint64_t>(placed_.start.ps()); }

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
