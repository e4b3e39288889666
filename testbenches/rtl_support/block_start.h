// SPDX-License-Identifier: Apache-2.0
// How a bench starts a verilated block.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace starnuma::testbenches {

struct BlockStart {
  std::uint64_t seed = 1;  ///< Of what is in its registers before the first reset.
  std::string waves;       ///< FST file to write; none: no waves.
};

/// Block and golden function differ; the text says in which cycle and how.
class Difference : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace starnuma::testbenches
