// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/mutants.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "models/base/check.h"
#include "models/base/nearest.h"

namespace starnuma::coherence_bench {

namespace {

/// Mutants that cause livelocks or unreachable rows.
constexpr std::array<std::string_view, 8> kNeedAllStates{
    "unblock_goes_round",        "response_goes_round", "home_refuses_while_busy",
    "device_refuses_while_busy", "loser_retries",       "unreachable_home_row",
    "host_row_too_many",         "device_row_too_many"};

}  // namespace

const std::vector<Mutant>& mutants() {
  static const std::vector<Mutant> all = [] {
    std::vector<Mutant> list = socket_mutants();
    for (Mutant& mutant : device_mutants()) list.push_back(std::move(mutant));
    for (const std::string_view name : kNeedAllStates) {
      std::find_if(list.begin(), list.end(), [&](const Mutant& m) {
        return m.name == name;
      })->needs_all_states = true;
    }
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
  throw base::InputError("verify: unknown mutant \"", name, "\", ", base::suggestion(name, names));
}

RowSet rows_of(const Mutant* mutant) {
  RowSet rows;
  if (mutant != nullptr && mutant->edit) mutant->edit(rows);
  return rows;
}

}  // namespace starnuma::coherence_bench
