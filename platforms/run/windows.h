// SPDX-License-Identifier: Apache-2.0
// Opening of measured windows and handling of programs' ends.
//
// Contract:
// - A program that opens its window several times joins the common opening at its last one.
// - Before the common opening, and for a late program, only the program's own observers are
//   notified. A single program opens all windows every time.
// - Results of a program that has not ended are not checked.
// - open() and ended() are called from the program's threads; open() blocks.
#pragma once

#include <systemc>
#include <vector>

#include "platforms/run/measure/observer.h"
#include "platforms/run/measure/simulation_result.h"
#include "platforms/run/phases/phase_start.h"
#include "platforms/run/programs/running_program.h"

namespace starnuma::run {

class Windows {
 public:
  /// Part of one program in the run.
  struct Part {
    explicit Part(RunningProgram& its_program) : program(its_program) {}

    RunningProgram& program;
    Observers observers;
    SimulationResult result;  ///< Results of the program's observers.
    int openings = 0;
    bool ended = false;
    bool reported = false;
    bool checked = false;
    std::vector<std::string> mismatches;
  };

  /// Called before the run. `whole` observes the entire run; all arguments must outlive this
  /// object. If `start` is given, it opens the windows of the only program.
  Windows(assembly::Machine& machine, Observers& whole, std::vector<Part>& parts,
          PhaseStart* start = nullptr);

  /// Opens the windows again at a time that the only program does not choose.
  void open_again();
  /// Returns true if every program has run once.
  bool all_ended() const;
  /// Adds the results of the programs' observers; called at the end of the run.
  void finish(SimulationResult& result);
  /// Adds the failures of the programs' result checks.
  void check_results(SimulationResult& result);

 private:
  void open(Part& part);
  void ended(Part& part);
  void open_all();
  static void open_one(Part& part);
  /// Returns true if no program is left that can still join the common opening.
  bool all_have_opened() const;
  static Opening opening_of(const Part& part) {
    return part.openings > 1 ? Opening::kAgain : Opening::kFirst;
  }

  assembly::Machine& machine_;
  Observers& whole_;
  std::vector<Part>& parts_;
  PhaseStart* start_;
  Opening opening_ = Opening::kFirst;
  sc_core::sc_event opened_{"opened"};
};

}  // namespace starnuma::run
