// SPDX-License-Identifier: Apache-2.0
// What the registry knows of one workload: its name, its options, and how to make it.
//
// Adding a workload is a file that defines its `Definition define_<name>()`, and its row in
// registry.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "stimulus/options.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct Definition {
  std::string name;
  std::string sentence;
  std::vector<OptionRule> options;
  std::unique_ptr<Workload> (*make)(const Options& options, const MachineShape& shape,
                                    std::uint64_t seed);
  /// Writes the statistics it would report, where it cannot be made without files of the user's.
  void (*declare)(accounting::StatWriter& out) = nullptr;
};

/// Of graphs: log2 of their vertices. Synthetic workloads take the footprint of such a graph.
inline OptionRule scale_rule() { return OptionRule::number("scale", 20, 8, 28); }

}  // namespace starnuma::stimulus
