// SPDX-License-Identifier: Apache-2.0
// Mutants: deliberate faults of the protocol. At least one check must detect each of them.
//
// Contract:
// - A mutant is a set of edited rows, or a fault in a protocol function or in the channels.
// - Its name is the value of --mutant.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbenches/coherence/subject.h"

namespace starnuma::coherence_bench {

struct Mutant {
  std::string name;
  bool cxl = false;  ///< True: protocol with the device; false: protocol with the socket home.
  std::string sentence;
  SystemMutant fault = SystemMutant::kNone;
  std::function<void(RowSet&)> edit = {};  ///< Edits the rows.
  bool needs_all_states = false;           ///< Random traffic alone cannot detect it.
};

/// Returns all mutants: those of socket homes, then those of devices.
const std::vector<Mutant>& mutants();

/// Returns the mutant of that name. Throws InputError with the nearest name if there is none.
const Mutant& mutant_named(const std::string& name);

std::vector<Mutant> socket_mutants();
std::vector<Mutant> device_mutants();

/// Returns the tables with the mutant's rows; unchanged if `mutant` is null.
RowSet rows_of(const Mutant* mutant);

/// Protocol with a planted mutant; unchanged if there is none.
class Planted {
 public:
  explicit Planted(const Mutant* mutant)
      : tables_(rows_of(mutant)), fault_(mutant != nullptr ? mutant->fault : SystemMutant::kNone) {}

  Subject subject(Coverage& coverage) const { return {&coverage, &tables_, fault_}; }

 private:
  Tables tables_;
  SystemMutant fault_;
};

}  // namespace starnuma::coherence_bench
