// SPDX-License-Identifier: Apache-2.0
// The scale rule: caches, TLBs and tracked regions of a scaled machine shrink with the program, so
// that they hold the same share of it as on the full machine; degree, page size and bandwidths do
// not shrink. Where L2s are at their floor and the LLC is smaller yet, it gets more tags for them.
#pragma once

#include <string>
#include <vector>

#include "models/base/footprint.h"
#include "platforms/assembly/machine_config.h"

namespace starnuma::assembly {

/// How often this program halves what follows its size.
inline int halvings(Sizes sizes, const base::Footprint& program) {
  return sizes == Sizes::kFull ? 0 : program.halvings();
}

struct ScaledSize {
  std::string name;
  std::string size;
  std::string
      how;  ///< "as written", "scaled", "floor", "with the caches", "for the L2s" or "too few ..."
};

struct ScaledMachine {
  MachineConfig config;
  std::vector<ScaledSize> sizes;
};

/// The machine for this program; notes where the geometry does not divide.
ScaledMachine scaled(const MachineConfig& config, const base::Footprint& program,
                     base::Problems& problems);
/// The same, throwing InputError with the first problem.
ScaledMachine scaled(const MachineConfig& config, const base::Footprint& program);

}  // namespace starnuma::assembly
