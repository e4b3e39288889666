// SPDX-License-Identifier: Apache-2.0
// One direction of the retimer's RTL: a number in, the same number out. No SystemC.
#pragma once

#include <cstdint>
#include <memory>

namespace starnuma::rtl {

class RetimerPipeline {
 public:
  RetimerPipeline();
  ~RetimerPipeline();

  /// Sends a number through; the clock cycles it took.
  int cycles_for(std::uint32_t number);
  /// Clock cycles since reset.
  std::uint64_t ticks() const;

 private:
  struct Block;
  std::unique_ptr<Block> block_;
};

}  // namespace starnuma::rtl
