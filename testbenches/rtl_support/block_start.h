// SPDX-License-Identifier: Apache-2.0
// Start parameters of a verilated block.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace starnuma::testbenches {

struct BlockStart {
  std::uint64_t seed = 1;  ///< Seed of the register contents before the first reset.
  std::string waves;       ///< FST file to write; empty: no waves.
};

/// Difference between block and golden function; the text states the cycle and both values.
class Difference : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace starnuma::testbenches
