// SPDX-License-Identifier: Apache-2.0
// FST waves of a checked block; time is given by whoever drives the clock.
#pragma once

#include <verilated_fst_c.h>

#include <cstdint>
#include <string>

namespace starnuma::testbenches {

class Waves {
 public:
  /// No file: no waves.
  template <class Block>
  Waves(Block& block, const std::string& file) {
    if (file.empty()) return;
    block.pins().trace(&fst_, 99);
    fst_.open(file.c_str());
  }
  void sample(std::uint64_t time_ps) {
    if (fst_.isOpen()) fst_.dump(time_ps);
  }
  ~Waves() {
    if (fst_.isOpen()) fst_.close();
  }

 private:
  VerilatedFstC fst_;
};

}  // namespace starnuma::testbenches
