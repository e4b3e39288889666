// SPDX-License-Identifier: Apache-2.0
// The second opinion: the hand-written Murphi models of the protocol, run by rumur where it and gcc
// are installed, and compared with the rows of the C++ tables
// (testbenches/coherence/murphi/second_opinion.py).
#pragma once

#include <string>
#include <vector>

namespace starnuma::app {

struct MurphiVerdict {
  std::string name;
  std::string told;     ///< States of a model that holds, or what has found a mutant.
  std::string failure;  ///< Empty: it is as it should be.
};

/// The models with `hosts` hosts, their rows, and unless `without_edits` the mutants put into the
/// models; empty where a tool or the models are missing.
std::vector<MurphiVerdict> run_murphi(int hosts, bool without_edits);

/// How a mutant falls there: "rumur", "its rows are not the model's" or why it cannot. Throws
/// InputError for a mutant that mutants.json does not have.
std::string murphi_answer(const std::string& mutant);

}  // namespace starnuma::app
