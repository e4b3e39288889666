// SPDX-License-Identifier: Apache-2.0
// Runs the hand-written Murphi models of the protocol with rumur, where it and gcc are installed.
#pragma once

#include <string>
#include <vector>

namespace starnuma::app {

struct MurphiVerdict {
  std::string model;
  bool holds = false;
  std::string states;  ///< As rumur prints it, or why there is none.
};

/// Each model with `hosts` hosts; empty where a tool or the models are missing.
std::vector<MurphiVerdict> run_murphi(int hosts);

}  // namespace starnuma::app
