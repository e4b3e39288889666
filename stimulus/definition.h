// SPDX-License-Identifier: Apache-2.0
// Registry entry of a workload: its name, its options and its factory.
//
// A new workload needs a file that defines its `Definition define_<name>()`, and a row in
// registry.cpp.
#pragma once

#include <cstdint>
#include <functional>
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
  std::function<std::unique_ptr<Workload>(const Options& options, const MachineShape& shape,
                                          std::uint64_t seed)>
      make;
  /// Writes the names of the workload's statistics, for workloads that cannot be created without
  /// user files.
  void (*declare)(accounting::StatWriter& out) = nullptr;
};

/// Returns the option of graph workloads: log2 of the number of vertices. Synthetic workloads have
/// the footprint of such a graph.
inline constexpr std::int64_t kSmallestScale = 8, kLargestScale = 28;
inline OptionRule scale_rule() {
  return OptionRule::number("scale", 20, kSmallestScale, kLargestScale);
}

}  // namespace starnuma::stimulus
