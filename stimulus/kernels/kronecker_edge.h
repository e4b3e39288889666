// SPDX-License-Identifier: Apache-2.0
// One edge of a Kronecker graph: descends `scale` levels of the adjacency matrix, choosing a
// quarter at each with the probabilities 0.57, 0.19, 0.19 and 0.05. One 32-bit draw of the
// standard's Mersenne twister a level, as the GAP benchmark suite does, so that equal seeds give
// that suite's graphs.
#pragma once

#include <cstdint>
#include <random>

namespace starnuma::stimulus {

struct Edge {
  std::uint32_t from;
  std::uint32_t to;
};

class KroneckerEdge {
 public:
  explicit KroneckerEdge(int scale) : scale_(scale) {}

  Edge operator()(std::mt19937& random) const {
    Edge edge{0, 0};
    for (int level = 0; level < scale_; ++level) {
      const auto draw = static_cast<std::uint32_t>(random());
      // Sums instead of branches: the draws decide unpredictably.
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
