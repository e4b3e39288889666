// SPDX-License-Identifier: Apache-2.0
// Options of the phases of a program whose pages move.
#pragma once

#include <cstdint>

#include "platforms/run/phases/checkpoint.h"

namespace starnuma::run {

struct PhaseOptions {
  std::uint64_t policy_seed = 0;   ///< Seed of a migrating policy's random choices.
  CheckpointSink checkpoint = {};  ///< Function that is called as each phase begins; may be empty.
  /// Single phase to run; its checkpoint must come from the same configuration.
  const PhaseRun* from = nullptr;
};

}  // namespace starnuma::run
