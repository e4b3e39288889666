// SPDX-License-Identifier: Apache-2.0
// Restriction of a program's statistics to its whole phases after the first one
// (`method.first_phase: untimed`).
//
// Contract:
// - Phases have the length that Phases uses and count from the first opening of the measured
//   window; pages need not move.
// - At the end of the first phase the window opens again. At the end of each later phase the
// current statistics are stored. After a program's own warm-up the window begins within a phase.
// - restrict() replaces the statistics, misses by page and slowest misses by those last stored.
//   Tables over time cover the whole run.
// - This object precedes the program's Phases in the list of observers: a phase's statistics
//   include no moves of the next phase.
//
// Timing: as that of Phases, a phase ends at most one polling period late.
#pragma once

#include <functional>

#include "platforms/run/measure/observer.h"
#include "platforms/run/measure/simulation_result.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class WholePhases : public Observer {
 public:
  /// `scope` covers one program and must outlive this object.
  WholePhases(const Scope& scope, std::int64_t phase_instructions)
      : scope_(scope), phase_instructions_(phase_instructions) {}

  /// Sets the functions that open the window and collect the current statistics; called before the
  /// run.
  void use(std::function<void()> open, std::function<SimulationResult()> collect) {
    open_window_ = std::move(open);
    collect_ = std::move(collect);
  }

  static bool asked_by(const assembly::MachineConfig& config) {
    return config.method && config.method->first_phase == assembly::FirstPhase::kUntimed;
  }
  void prepare(Opening opening) override;
  void begin(Opening opening) override;
  base::Time next() const override { return next_; }
  void sample() override;
  /// Replaces the statistics in the complete result of the run. Throws InputError without a whole
  /// phase after the first one.
  void restrict(SimulationResult& result);

 private:
  static constexpr base::Time kPoll{1'000'000};

  /// Returns the instructions of all threads since the first opening.
  std::int64_t executed() const { return executed_before_ + scope_.instructions(); }

  const Scope& scope_;
  std::int64_t phase_instructions_;  ///< Instructions per thread.
  std::function<void()> open_window_;
  std::function<SimulationResult()> collect_;
  base::Time next_ = kNever;
  std::int64_t executed_before_ = 0;  ///< Instructions before statistics were reset.
  std::int64_t phase_begin_ = 0;      ///< Instructions at the start of the current phase.
  int phases_ = 0;                    ///< Number of completed phases.
  int measured_ = 0;                  ///< Number of phases in the stored statistics.
  std::optional<SimulationResult> whole_;
};

}  // namespace starnuma::run
