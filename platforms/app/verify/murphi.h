// SPDX-License-Identifier: Apache-2.0
// Independent check: hand-written Murphi models of the protocol, run by rumur if it and gcc are
// installed, and compared with the rows of the C++ tables
// (testbenches/coherence/murphi/second_opinion.py).
#pragma once

#include <string>
#include <vector>

namespace starnuma::app {

struct MurphiVerdict {
  std::string name;
  std::string result;   ///< Number of states of a correct model, or the check that found a mutant.
  std::string failure;  ///< Empty: success.
};

/// Runs the models with `hosts` hosts and compares their rows; unless `without_edits`, also runs
/// the mutated models. Empty if a tool or the models are missing.
std::vector<MurphiVerdict> run_murphi(int hosts, bool without_edits);

/// Returns how a mutant is found: "rumur", "its rows are not the model's", or the reason why it
/// cannot be. Throws InputError for a mutant that mutants.json lacks.
std::string murphi_answer(const std::string& mutant);

}  // namespace starnuma::app
