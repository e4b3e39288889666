// SPDX-License-Identifier: Apache-2.0
// The mutants that are kept: faults of the protocol, each of which some check must notice.
//
// Contract: a mutant is edited rows, or a fault around the functions or in the channels. The names
// are what --mutant takes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbenches/coherence/subject.h"

namespace starnuma::coherence_bench {

struct Mutant {
  std::string name;
  bool cxl = false;  ///< Of the protocol with the device; else of the one with the socket home.
  std::string sentence;
  Fault fault = Fault::kNone;
  std::function<void(RowSet&)> edit = {};  ///< Rows that are not as they should be.
  bool needs_all_states = false;           ///< Traffic alone can never show it.
};

/// All of them: those of socket homes, then those of devices.
const std::vector<Mutant>& mutants();

/// The mutant of that name; throws InputError with the nearest name if there is none.
const Mutant& mutant_named(const std::string& name);

std::vector<Mutant> socket_mutants();
std::vector<Mutant> device_mutants();

/// The tables with the mutant's rows; as they are with none.
RowSet rows_of(const Mutant* mutant);

/// The protocol with a mutant planted; as it is with none.
class Planted {
 public:
  explicit Planted(const Mutant* mutant)
      : tables_(rows_of(mutant)), fault_(mutant != nullptr ? mutant->fault : Fault::kNone) {}

  Subject subject(Coverage& coverage) const { return {&coverage, &tables_, fault_}; }

 private:
  Tables tables_;
  Fault fault_;
};

}  // namespace starnuma::coherence_bench
