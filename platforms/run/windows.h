// SPDX-License-Identifier: Apache-2.0
// When measured windows open, and what happens as programs end.
//
// Contract: a program that opens its window several times opens it together with the others the
// last time. Until then, and where it is late, only its own observers are told; with one program
// there are no others. What a program that has not ended leaves behind is not checked. open() and
// ended() are called by the program's threads; open() waits.
#pragma once

#include <systemc>
#include <vector>

#include "platforms/run/observer.h"
#include "platforms/run/phase_start.h"
#include "platforms/run/running_program.h"
#include "platforms/run/simulation.h"

namespace starnuma::run {

class Windows {
 public:
  /// One program's part in the run.
  struct Part {
    explicit Part(RunningProgram& its_program) : program(its_program) {}

    RunningProgram& program;
    Observers observers;
    SimulationResult result;  ///< What they report.
    int openings = 0;
    bool ended = false;
    bool reported = false;
    bool checked = false;
    std::vector<std::string> mismatches;
  };

  /// Before the run. `whole` watches all of it; all must outlive it. With a `start` it is this that
  /// opens windows, of the one program.
  Windows(assembly::Machine& machine, Observers& whole, std::vector<Part>& parts,
          PhaseStart* start = nullptr);

  /// Every program has run once.
  bool all_ended() const;
  /// When the run is over: adds what the programs' observers report.
  void finish(SimulationResult& result);
  /// Adds what is wrong with what the programs have left behind.
  void check_results(SimulationResult& result);

 private:
  void open(Part& part);
  void ended(Part& part);
  void open_all();
  static void open_one(Part& part);
  /// No program is left that may still come to the common opening.
  bool all_have_come() const;
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
