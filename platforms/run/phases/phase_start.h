// SPDX-License-Identifier: Apache-2.0
// Fast-forward of a program to the phase of a checkpoint, and the end of the run after the
// requested part of the phase.
//
// Contract:
// - Before the phase begins, every access completes after the L1 hit latency without reaching a
//   cache or memory; threads compute their usual results.
// - At the end of each earlier phase, each thread halts at its recorded number of instructions,
//   counted from the first opening of the measured window. When all have halted they resume.
// - If no thread can proceed and more than 1 % of a phase is missing, the halted threads resume for
//   2 % of a phase.
// - Then accesses are simulated and the window opens; it opens again after the warm-up. The
//   program's own openings have no effect.
// - Pages are at their checkpointed homes from the start.
//
// Timing: a fast-forwarded or simulated part ends at most one polling period late.
#pragma once

#include "platforms/run/measure/observer.h"
#include "platforms/run/phases/checkpoint.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class PhaseStart : public Observer {
 public:
  /// Called before elaboration. All arguments must outlive this object; the scope has one program.
  /// Throws InputError if pages do not fit on their checkpointed homes.
  PhaseStart(const assembly::MachineConfig& config, const Scope& scope, const PhaseRun& phase,
             std::int64_t phase_instructions);

  /// Notifies of the program's own opening of the window.
  void program_opens();
  /// Sets the function that opens the window; called before the run.
  void open_by(std::function<void()> open) { open_window_ = std::move(open); }

  base::Time next() const override { return next_; }
  void sample() override;
  bool skipping() const { return stage_ == Stage::kSkipping; }
  /// Returns true once the requested share of the phase has been executed.
  bool done() const { return stage_ == Stage::kDone; }
  /// Throws InputError if the program ended before the phase began.
  void check_reached() const;

 private:
  enum class Stage : std::uint8_t { kBefore, kSkipping, kWarmUp, kMeasuring, kDone };

  void place_pages();
  core::CoreBase& core(std::size_t thread) const {
    return scope_.machine().core(scope_.cores()[thread]);
  }
  /// Returns the instructions of all threads since statistics were reset.
  std::int64_t executed() const { return scope_.instructions(); }
  /// Sets the halt points of the next earlier phase, or begins the phase.
  void skip_next();
  /// Returns true if every thread has reached its halt point or ended.
  bool all_halted() const;
  /// Returns true if no instruction has been executed for several samples.
  bool stuck();
  void let_on();
  void begin_phase();

  const Scope& scope_;
  const PhaseRun& phase_;
  std::int64_t allowance_;  ///< Extra instructions for a thread on which others wait.
  std::int64_t slack_;      ///< Missing instructions of all threads together that are tolerated.
  std::int64_t warm_up_;    ///< Instructions of all threads in the warm-up.
  std::int64_t length_;     ///< Instructions of all threads in the warm-up and the measured part.
  base::Time poll_;
  base::Time next_;
  Stage stage_ = Stage::kBefore;
  std::vector<std::int64_t> before_;   ///< Instructions of each thread at the first opening.
  std::vector<std::int64_t> halt_at_;  ///< Instruction count at which each thread halts.
  std::int64_t wanted_ = 0;            ///< Sum of halt_at_.
  std::size_t skipped_ = 0;            ///< Number of fast-forwarded phases.
  std::int64_t seen_ = 0;              ///< Instructions executed at the last sample.
  int still_ = 0;                      ///< Number of consecutive samples without progress.
  std::int64_t warmed_up_ = 0;         ///< Instructions executed before the window opened again.
  std::function<void()> open_window_;
};

}  // namespace starnuma::run
