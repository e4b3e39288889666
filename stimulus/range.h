// SPDX-License-Identifier: Apache-2.0
// Contiguous range of vertices, words or queue entries, and its division among a team.
#pragma once

#include <cstdint>

namespace starnuma::stimulus {

/// Returns the number of items that thread `thread` of `threads` receives of `total`. The shares of
/// two threads differ by at most one.
constexpr std::uint64_t even_share(std::uint64_t total, std::uint64_t thread,
                                   std::uint64_t threads) {
  return total / threads + (thread < total % threads ? 1 : 0);
}

/// Range [begin, end).
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t size() const { return end - begin; }

  /// Returns the contiguous share of thread t of `threads`, in multiples of `unit` from the
  /// beginning.
  Range share(int t, int threads, std::uint64_t unit) const {
    const std::uint64_t units = (size() + unit - 1) / unit;
    const auto at = [&](std::uint64_t thread) {
      const std::uint64_t element =
          begin + units * thread / static_cast<std::uint64_t>(threads) * unit;
      return element < end ? element : end;
    };
    return {at(static_cast<std::uint64_t>(t)), at(static_cast<std::uint64_t>(t) + 1)};
  }
};

}  // namespace starnuma::stimulus
