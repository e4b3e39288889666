// SPDX-License-Identifier: Apache-2.0
// Brings a program to the phase that a checkpoint is of, and ends the run when enough of it is
// done.
//
// Contract: until the phase begins, every access is answered after the latency of an L1 hit and
// reaches nothing: threads compute what they always do. At the end of each phase before, a thread
// halts at the number of instructions that it had executed there, counted from the program's first
// opening of its measured window; when all have come there they go on. Where nobody can, and more
// than a hundredth of a phase is missing, those that have halted go on by a fiftieth of it. Then
// accesses are simulated, and the window opens; it opens again after the warm-up. The program's own
// openings open nothing. Pages lie as the checkpoint says from the start. Timing: a stretch ends at
// most a quantum late.
#pragma once

#include "platforms/run/checkpoint.h"
#include "platforms/run/observer.h"
#include "platforms/run/scope.h"

namespace starnuma::run {

class PhaseStart : public Observer {
 public:
  /// All must outlive it; the scope has one program. Before elaboration. Throws InputError where
  /// pages cannot lie as the checkpoint says.
  PhaseStart(const assembly::MachineConfig& config, const Scope& scope, const PhaseRun& phase,
             std::int64_t phase_instructions);

  /// The program comes to an opening of its window.
  void program_opens();
  /// How the window is opened when it is time; before the run.
  void open_by(std::function<void()> open) { open_window_ = std::move(open); }

  base::Time next() const override { return next_; }
  void sample() override;
  bool skipping() const { return stage_ == Stage::kSkipping; }
  /// The share of the phase has been executed.
  bool done() const { return stage_ == Stage::kDone; }
  /// Throws InputError when the program has ended before the phase began.
  void check_reached() const;

 private:
  enum class Stage : std::uint8_t { kBefore, kSkipping, kWarmUp, kMeasuring, kDone };

  void place_pages();
  core::CoreBase& core(std::size_t thread) const {
    return scope_.machine().core(scope_.cores()[thread]);
  }
  /// Of all threads, since statistics were zero.
  std::int64_t executed() const { return scope_.instructions(); }
  /// Has threads halt at the end of the next of the phases before, or begins the phase.
  void skip_next();
  /// All threads have come to where they halt.
  bool all_halted() const;
  /// Nothing has been executed for some looks.
  bool stuck();
  void let_on();
  void begin_phase();

  const Scope& scope_;
  const PhaseRun& phase_;
  std::int64_t allowance_;  ///< Of a thread on which others wait.
  std::int64_t slack_;      ///< Of all threads together.
  std::int64_t warm_up_;    ///< Instructions of all threads, and
  std::int64_t length_;     ///< these with those of the rest.
  base::Time poll_;
  base::Time next_;
  Stage stage_ = Stage::kBefore;
  std::vector<std::int64_t> before_;   ///< By thread, at the first opening.
  std::vector<std::int64_t> halt_at_;  ///< The same where it halts, and
  std::int64_t wanted_ = 0;            ///< of all of them.
  std::size_t skipped_ = 0;            ///< Phases.
  std::int64_t seen_ = 0;              ///< Executed at the last look, and
  int still_ = 0;                      ///< for how many looks.
  std::int64_t warmed_up_ = 0;         ///< Executed before the window opened again.
  std::function<void()> open_window_;
};

}  // namespace starnuma::run
