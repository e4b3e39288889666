// SPDX-License-Identifier: Apache-2.0
// Scale rule: caches, TLBs and tracked regions shrink with the program, so that they hold the same
// fraction of it as on the full-size machine. Node counts, page size and bandwidths do not shrink.
// An LLC that shrinks below L2s at their floor gets additional tags.
#pragma once

#include <string>
#include <vector>

#include "models/base/footprint.h"
#include "platforms/assembly/config/machine_config.h"

namespace starnuma::assembly {

/// Returns the number of halvings of the scaled sizes for this program.
inline int halvings(Sizes sizes, const base::Footprint& program) {
  return sizes == Sizes::kFull ? 0 : program.halvings();
}

struct ScaledSize {
  std::string name;
  std::string size;
  /// Rule that determined the size: "as written", "scaled", "floor", "with the caches", "for the
  /// L2s" or "too few ...".
  std::string how;
};

struct ScaledMachine {
  MachineConfig config;
  std::vector<ScaledSize> sizes;
};

/// Returns the machine scaled for this program; adds a problem for each size that is not divisible
/// into sets.
ScaledMachine scaled(const MachineConfig& config, const base::Footprint& program,
                     base::Problems& problems);
/// Returns the scaled machine; throws InputError with the first problem.
ScaledMachine scaled(const MachineConfig& config, const base::Footprint& program);

}  // namespace starnuma::assembly
