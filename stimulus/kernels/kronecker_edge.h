// SPDX-License-Identifier: Apache-2.0
// One edge of a Kronecker graph: descends `scale` levels of the adjacency matrix, choosing a
// quarter at each with the probabilities 57, 19, 19 and 5 in a hundred, by integers only.
#pragma once

#include <array>
#include <cstdint>

#include "models/base/random.h"

namespace starnuma::stimulus {

struct Edge {
  std::uint32_t from;
  std::uint32_t to;
};

class KroneckerEdge {
 public:
  explicit KroneckerEdge(int scale) : scale_(scale) {
    for (int i = 0; i < kPairs; ++i) {
      const int outer = quarter(i / 100);
      const int inner = quarter(i % 100);
      const int from = (outer & 2) | (inner >> 1);
      const int to = ((outer & 1) << 1) | (inner & 1);
      pairs_[i] = static_cast<std::uint8_t>(from << 2 | to);
    }
  }

  Edge operator()(base::Random& random) const {
    Edge edge{0, 0};
    int level = 0;
    for (; level + 4 <= scale_; level += 4) {
      const std::uint64_t draw = random.next();
      descend_two(edge, draw & 0xFFFFFFFF);
      descend_two(edge, draw >> 32);
    }
    if (level + 2 <= scale_) {
      descend_two(edge, random.next() >> 32);
      level += 2;
    }
    if (level < scale_) {
      const int last = quarter(static_cast<int>(random.below(100)));
      edge = {edge.from << 1 | static_cast<std::uint32_t>(last >> 1),
              edge.to << 1 | static_cast<std::uint32_t>(last & 1)};
    }
    return edge;
  }

 private:
  static constexpr int kPairs = 100 * 100;

  /// The quarter for a draw in 0..99: bit 1 says lower, bit 0 says right.
  static constexpr int quarter(int draw) {
    return (draw >= 57) + (draw >= 57 + 19) + (draw >= 57 + 19 + 19);
  }
  /// Two levels by one 32-bit draw.
  void descend_two(Edge& edge, std::uint64_t draw) const {
    const std::uint32_t bits = pairs_[(draw * kPairs) >> 32];
    edge.from = edge.from << 2 | bits >> 2;
    edge.to = edge.to << 2 | (bits & 3);
  }

  int scale_;
  std::array<std::uint8_t, kPairs> pairs_{};
};

}  // namespace starnuma::stimulus
