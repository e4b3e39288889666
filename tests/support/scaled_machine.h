// SPDX-License-Identifier: Apache-2.0
// A shipped machine scaled for a graph of 2^scale vertices, and the record of its scaled sizes.
#pragma once

#include <string>
#include <vector>

#include "platforms/assembly/scaling/scaling.h"
#include "stimulus/workload.h"
#include "tests/support/shipped.h"

namespace starnuma::test {

inline assembly::ScaledMachine scaled_machine(int scale, const std::vector<std::string>& sets = {},
                                              const std::string& machine = "starnuma16") {
  return assembly::scaled(shipped<assembly::MachineConfig>(machine, {}, sets),
                          stimulus::graph_footprint(scale));
}

/// Returns "size, how" of the scaled size with this name.
inline std::string note(const assembly::ScaledMachine& machine, const std::string& name) {
  for (const assembly::ScaledSize& size : machine.sizes) {
    if (size.name == name) return size.size + ", " + size.how;
  }
  return "no note";
}

}  // namespace starnuma::test
