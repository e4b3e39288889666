// SPDX-License-Identifier: Apache-2.0
// Size of a run's machine and parameters of its traffic, drawn from the seed.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/base/random.h"

namespace starnuma::modules_bench {

inline constexpr int kCores = 2;  ///< Cores of each socket.

struct Shape {
  /// `rtl`: the filter has the ways of the built RTL, and the device has more lines than it.
  explicit Shape(std::uint64_t seed, bool rtl = false) {
    base::Random random(seed);
    const auto one_of = [&](int least, int most) {
      return least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least + 1)));
    };
    sockets = one_of(3, 4);
    lines_of_home = one_of(1, 3);
    lines_of_device = one_of(4, 8);
    filter_ways = one_of(1, 2);
    if (rtl) {
      filter_ways = 16;
      lines_of_device = one_of(34, 48);
    }
    under_way = one_of(2, 5);
    mshrs = one_of(2, 4);
    longest_delay = base::Time(1'000 * one_of(1, 400));
    longest_gap = base::Time(1'000 * one_of(1, 200));
    // Occasionally one message is slower than several consecutive ones.
    if (one_of(1, 4) == 1) longest_delay = longest_delay * 8;
  }

  base::AgentMap agents() const { return {sockets, 1, 0}; }
  /// Returns all lines that cores use: those of each socket's home, then those of the device.
  std::vector<base::LineAddress> lines() const {
    std::vector<base::LineAddress> all;
    for (int node = 0; node <= sockets; ++node) {
      const int count = node < sockets ? lines_of_home : lines_of_device;
      for (int line = 0; line < count; ++line) {
        all.push_back(base::LineAddress::of(static_cast<base::NodeId>(node),
                                            static_cast<std::uint64_t>(line)));
      }
    }
    return all;
  }

  int sockets = 0;
  int lines_of_home = 0;
  int lines_of_device = 0;
  int filter_ways = 0;  ///< Ways of the filter's two sets.
  int under_way = 0;    ///< Maximum outstanding accesses of a core.
  int mshrs = 0;
  base::Time
      longest_delay;       ///< Maximum random delay of a message, in addition to its service time.
  base::Time longest_gap;  ///< Maximum gap between two accesses of a core.
};

}  // namespace starnuma::modules_bench
