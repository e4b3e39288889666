// SPDX-License-Identifier: Apache-2.0
// The scale rule: caches, TLBs and tracked regions of a scaled machine shrink with the program, so
// that they hold the same share of it as on the full machine; degree, page size and bandwidths do
// not shrink.
#pragma once

#include <string>
#include <vector>

#include "platforms/assembly/machine_config.h"

namespace starnuma::assembly {

inline constexpr int kFullScale = 28;  ///< log2 of the vertices of the published graphs.

/// How often a program of this scale halves what follows its size.
constexpr int scale_shift(Sizes sizes, int workload_scale) {
  return sizes == Sizes::kFull || workload_scale > kFullScale ? 0 : kFullScale - workload_scale;
}

struct ScaledSize {
  std::string name;
  std::string size;
  std::string how;  ///< "as written", "scaled", "floor" or "with the caches"
};

struct ScaledMachine {
  MachineConfig config;
  std::vector<ScaledSize> sizes;
};

/// The machine for a workload of this scale; notes where the geometry does not divide.
ScaledMachine scaled(const MachineConfig& config, int workload_scale, base::Problems& problems);
/// The same, throwing InputError with the first problem.
ScaledMachine scaled(const MachineConfig& config, int workload_scale);

}  // namespace starnuma::assembly
