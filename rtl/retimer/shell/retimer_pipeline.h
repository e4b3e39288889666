// SPDX-License-Identifier: Apache-2.0
// One direction of the retimer's RTL, which passes numbers unchanged. It does not depend on
// SystemC.
#pragma once

#include <cstdint>
#include <memory>

namespace starnuma::rtl {

class RetimerPipeline {
 public:
  RetimerPipeline();
  ~RetimerPipeline();

  /// Sends a number through the pipeline; returns the number of clock cycles.
  int cycles_for(std::uint32_t number);
  /// Returns the number of clock cycles since reset.
  std::uint64_t ticks() const;

 private:
  struct Block;
  std::unique_ptr<Block> block_;
};

}  // namespace starnuma::rtl
