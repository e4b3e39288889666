// SPDX-License-Identifier: Apache-2.0
// Phases of a program whose pages move: consults its policy and schedules the moves on the OS core.
//
// Contract:
// - Phases count from the first opening of the measured window; no page moves before.
// - A phase ends when the threads' mean instruction count reaches the phase length. Moves that have
//   not been made by then are dropped if the policy says so.
// - The policy plans from the phase's true misses, or from metadata if `placement.counts` is
//   `tracker`. The migrating core then executes the plan.
// - Metadata are read and reset at the instant the phase ends. The migrating core's scan of them
//   follows, then the moves.
// - Moves in response to a fault or tick are scheduled after all earlier ones.
// - The state at the start of each phase goes to the checkpoint sink.
// - A run of a single phase starts from its checkpoint, including the metadata scan and the moves.
//
// Timing: a phase ends at most `kPoll` late. True misses are counted at no cost in time.
#pragma once

#include <algorithm>

#include "models/kernel/miss_observer.h"
#include "models/placement/policy.h"
#include "models/placement/recent_sharers.h"
#include "platforms/assembly/machine/machine.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/measure/tracking_window.h"
#include "platforms/run/phases/phase_books.h"
#include "platforms/run/phases/phase_options.h"

namespace starnuma::run {

class Phases : public Observer, private kernel::MissObserver {
 public:
  /// All arguments must outlive this object. The machine must have an OS core, the scope one
  /// program.
  Phases(const assembly::MachineConfig& config, const Scope& scope, TrackingWindow& tracking,
         const placement::ScaledPhase& scaled, const PhaseOptions& options);

  void prepare(Opening opening) override;
  void begin(Opening opening) override;
  base::Time next() const override { return std::min(next_poll_, next_tick_); }
  void sample() override;
  void report(SimulationResult& result) override;
  /// Closes the books of the phase that ends; sample() then ends it.
  void report_so_far(SimulationResult& result) override;

 private:
  static constexpr base::Time kPoll{1'000'000};

  void on_miss(const kernel::Miss& miss) override;
  const placement::PolicyTraits& traits() const { return program_.placed().placement.traits(); }
  os::OsCore& os() const { return *scope_.machine().os_core(page_map_.host()); }
  base::SpaceId space() const { return page_map_.space(); }
  void end_phase();
  /// Returns the instructions of each thread since the first opening.
  std::vector<std::int64_t> executed() const;
  /// Passes the state at the start of the phase, including this plan, to the checkpoint sink.
  void write_checkpoint(const placement::Plan& plan) const;
  void resume_from(const Checkpoint& checkpoint);
  void scan_metadata();
  /// Closes the phase's books, and drops the rest of the plan if the policy drops moves.
  void close_books();
  void describe(placement::MemoryState& memory) const;
  placement::PhaseKnowledge knowledge();
  /// Returns the uses of regions, with the sharers of all phases that the method remembers.
  std::vector<placement::RegionUse> region_uses();
  std::vector<placement::RegionUse> uses_of_phase();
  /// Returns the new home of the faulting page, if the policy moves pages within faults.
  os::PageFaults::Answer answer(const placement::PageFault& fault);
  /// Schedules the plan's moves after those already scheduled.
  void carry_out(const placement::Plan& plan);
  void forget_writes();

  const assembly::MachineConfig& config_;
  const Scope& scope_;
  RunningProgram& program_;
  paging::PageMap& page_map_;
  TrackingWindow& tracking_;
  placement::Policy& policy_;
  placement::ScaledPhase scaled_;
  const PhaseOptions& options_;
  int phase_ = 1;  ///< Current phase.
  /// Instructions by phase and thread; see Checkpoint.
  std::vector<std::vector<std::int64_t>> executed_;
  /// Instructions of each thread before statistics were reset.
  std::vector<std::int64_t> executed_before_;
  base::Time next_poll_{kPoll};
  base::Time next_tick_ = kNever;
  bool open_ = false;     ///< True once phases are counted.
  bool over_ = false;     ///< The phase has ended and its books are closed.
  placement::Plan plan_;  ///< Scheduled plan of the current phase.
  accounting::PageCounts counts_;
  placement::RecentSharers sharers_;
  PhaseBooks books_;
};

}  // namespace starnuma::run
