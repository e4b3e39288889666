// SPDX-License-Identifier: Apache-2.0
// Phases of a program whose pages move: asks its policy, and has its moves made.
//
// Contract: phases are counted from the first opening of the measured window on; nothing moves
// before. When the threads have executed a phase's instructions in the mean, the phase ends: moves
// that did not fit into it are dropped, the policy plans from the phase's misses, or from what
// metadata say of them where `placement.counts` is `tracker`, and the migrating core starts with
// the plan. Metadata are read and reset in the instant in which the phase ends; the migrating
// core's scan of them follows, and the moves follow that. Moves that the policy answers a fault or
// a tick with come after those under way. Timing: a phase ends at most `kPoll` late. True misses
// cost no time. As a phase begins, what it begins with goes to whoever writes checkpoints. A run of
// one phase begins with what its checkpoint says, metadata to be scanned and moves among it.
#pragma once

#include "models/kernel/miss_observer.h"
#include "models/placement/policy.h"
#include "platforms/assembly/machine.h"
#include "platforms/run/observer.h"
#include "platforms/run/phase_books.h"
#include "platforms/run/simulation.h"
#include "platforms/run/tracking_window.h"

namespace starnuma::run {

class Phases : public Observer, private kernel::MissObserver {
 public:
  /// All must outlive it; the machine must have an OS core, and the scope one program.
  Phases(const assembly::MachineConfig& config, const Scope& scope, TrackingWindow& tracking,
         const placement::ScaledPhase& scaled, const SimulationOptions& options);

  void prepare(Opening opening) override;
  void begin(Opening opening) override;
  base::Time next() const override { return std::min(next_poll_, next_tick_); }
  void sample() override;
  void report(SimulationResult& result) override;

 private:
  static constexpr base::Time kPoll{1'000'000};

  void on_miss(const kernel::Miss& miss) override;
  const placement::PolicyTraits& traits() const { return program_.placed().placement.traits(); }
  os::OsCore& os() const { return *scope_.machine().os_core(page_map_.host()); }
  base::SpaceId space() const { return page_map_.space(); }
  void end_phase();
  /// By thread, since phases are counted.
  std::vector<std::int64_t> executed() const;
  /// Hands on what the phase begins with, this plan among it.
  void write_checkpoint(const placement::Plan& plan) const;
  void take_up(const Checkpoint& checkpoint);
  void scan_metadata();
  /// Drops what is left of the plan and closes the books of the phase.
  void close_books();
  void describe(placement::MemoryState& memory) const;
  placement::PhaseKnowledge knowledge();
  std::vector<placement::RegionUse> region_uses();
  /// Where the page goes within the fault.
  os::OsCore::FaultAnswer answer(const placement::Fault& fault);
  /// Has the moves made after those under way.
  void carry_out(const placement::Plan& plan);
  void forget_writes();

  const assembly::MachineConfig& config_;
  const Scope& scope_;
  RunningProgram& program_;
  paging::PageMap& page_map_;
  TrackingWindow& tracking_;
  placement::Policy& policy_;
  placement::ScaledPhase scaled_;
  const SimulationOptions& options_;
  int phase_ = 1;                                    ///< The one under way.
  std::vector<std::vector<std::int64_t>> executed_;  ///< See Checkpoint.
  std::vector<std::int64_t> executed_before_;        ///< By thread, before statistics were zero.
  base::Time next_poll_{kPoll};
  base::Time next_tick_ = kNever;
  bool open_ = false;     ///< Phases are counted.
  placement::Plan plan_;  ///< Under way in this phase.
  accounting::PageCounts counts_;
  PhaseBooks books_;
};

}  // namespace starnuma::run
