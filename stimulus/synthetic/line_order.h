// SPDX-License-Identifier: Apache-2.0
// Order in which a load generator accesses its lines.
//
// Contract: every turn accesses every line once; `lines` is a whole number of blocks of 1 MiB.
// - Random: one block after the other, with the lines of a block in pseudo-random order, to limit
//   the effect of address translation.
// - Stride: every 16th line, then the next of each 16.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace starnuma::stimulus {

enum class Pattern : std::uint8_t { kSequential, kRandom, kStride };
inline constexpr std::array<std::string_view, 3> kPatterns{"sequential", "random", "stride"};

class LineOrder {
 public:
  static constexpr std::uint64_t kBlock = 1 << 14;
  static constexpr std::uint64_t kStride = 16;

  LineOrder(Pattern pattern, std::uint64_t lines, std::uint64_t seed)
      : pattern_(pattern), lines_(lines), seed_(seed) {}

  /// Returns the line of access `i`.
  std::uint64_t line(std::uint64_t i) const {
    const std::uint64_t place = i % lines_;
    switch (pattern_) {
      case Pattern::kSequential:
        return place;
      case Pattern::kStride: {
        const std::uint64_t rows = lines_ / kStride;
        return place % rows * kStride + place / rows;
      }
      case Pattern::kRandom:
        break;
    }
    return place / kBlock * kBlock + shuffled(place % kBlock, place / kBlock);
  }

 private:
  /// Permutes the lines of a block; each block has its own permutation. Each step is invertible.
  std::uint64_t shuffled(std::uint64_t x, std::uint64_t block) const {
    constexpr std::uint64_t kMask = kBlock - 1;
    const std::uint64_t key = (seed_ ^ block * 0x9E3779B97F4A7C15ULL) >> 7;
    x ^= key & kMask;
    for (const std::uint64_t odd : {0x2C1BULL, 0x1D6DULL}) {
      x ^= x >> 7;
      x = (x * odd + (key >> 20)) & kMask;
    }
    return x ^ x >> 8;
  }

  Pattern pattern_;
  std::uint64_t lines_;
  std::uint64_t seed_;
};

}  // namespace starnuma::stimulus
