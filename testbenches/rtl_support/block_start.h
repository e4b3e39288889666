// SPDX-License-Identifier: Apache-2.0
// Start parameters of a verilated block.
#pragma once

#include <cstdint>
#include <string>

#include "rtl/common/shell/difference.h"

namespace starnuma::testbenches {

struct BlockStart {
  std::uint64_t seed = 1;  ///< Seed of the register contents before the first reset.
  std::string waves;       ///< FST file to write; empty: no waves.
};

using rtl::Difference;

}  // namespace starnuma::testbenches
