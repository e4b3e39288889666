// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/mutants.h"

#include "models/base/check.h"
#include "models/base/nearest.h"

namespace starnuma::coherence_bench {

const std::vector<Mutant>& mutants() {
  static const std::vector<Mutant> all = [] {
    std::vector<Mutant> list = socket_mutants();
    for (Mutant& mutant : device_mutants()) list.push_back(std::move(mutant));
    return list;
  }();
  return all;
}

const Mutant& mutant_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Mutant& mutant : mutants()) {
    if (mutant.name == name) return mutant;
    names.push_back(mutant.name);
  }
  throw base::InputError("verify: unknown mutant \"" + name + "\", " +
                         base::suggestion(name, names));
}

RowSet rows_of(const Mutant* mutant) {
  RowSet rows;
  if (mutant != nullptr && mutant->edit) mutant->edit(rows);
  return rows;
}

}  // namespace starnuma::coherence_bench
