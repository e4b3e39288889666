// SPDX-License-Identifier: Apache-2.0
// Generator of one edge of a Kronecker graph. It descends `scale` levels of the adjacency matrix
// and selects a quadrant at each level with the probabilities 0.57, 0.19, 0.19 and 0.05. It draws
// one 32-bit number of the standard's Mersenne twister per level, as the GAP benchmark suite does,
// so equal seeds yield the graphs of that suite.
#pragma once

#include <cstdint>
#include <random>

namespace starnuma::stimulus {

/// Generator with the numbers of std::mt19937, whose words are twice as wide on 64-bit hosts, which
/// makes it three times as slow.
using Twister =
    std::mersenne_twister_engine<std::uint32_t, 32, 624, 397, 31, 0x9908b0df, 11, 0xffffffff, 7,
                                 0x9d2c5680, 15, 0xefc60000, 18, 1812433253>;

struct Edge {
  std::uint32_t from;
  std::uint32_t to;
};

class KroneckerEdge {
 public:
  explicit KroneckerEdge(int scale) : scale_(scale) {}

  Edge operator()(Twister& random) const {
    Edge edge{0, 0};
    for (int level = 0; level < scale_; ++level) {
      const auto draw = static_cast<std::uint32_t>(random());
      // Sums instead of branches, since the draws are unpredictable.
      const std::uint32_t lower = draw >= kA + kB;
      const std::uint32_t right = (draw > kA) - lower + (draw > kA + kB + kC);
      edge = {edge.from << 1 | lower, edge.to << 1 | right};
    }
    return edge;
  }

 private:
  static constexpr auto kA = static_cast<std::uint32_t>(0.57 * 0xFFFFFFFF);
  static constexpr auto kB = static_cast<std::uint32_t>(0.19 * 0xFFFFFFFF);
  static constexpr auto kC = static_cast<std::uint32_t>(0.19 * 0xFFFFFFFF);

  int scale_;
};

}  // namespace starnuma::stimulus
