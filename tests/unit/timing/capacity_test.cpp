// SPDX-License-Identifier: Apache-2.0
// A booked resource never gives more than its capacity over an interval longer than its queue, in
// whatever order bookings come.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/base/random.h"
#include "models/timing/busy_window.h"
#include "models/timing/first_gap.h"

namespace starnuma::timing::capacity_test {
namespace {

using base::Time;

constexpr Time kService(1000);
constexpr int kBursts = 10;
constexpr int kInBurst = 2000;

struct Served {
  std::vector<Time> ends;  ///< sorted
  Time longest;            ///< wait
};

/// Bursts at three times the capacity, 0.9 of it in the mean; a booking comes up to `run_ahead`
/// after the time before which none can come any more.
template <class Resource>
Served serve(Time run_ahead) {
  Resource resource;
  base::Random random(9);
  Served served;
  for (int i = 0; i < kBursts * kInBurst; ++i) {
    const Time burst = kService * (i / kInBurst * kInBurst) * 10 / 9;
    const Time horizon = burst + kService * (i % kInBurst) / 3;
    const Time at = horizon + Time(static_cast<std::int64_t>(
                                  random.below(static_cast<std::uint64_t>(run_ahead.ps()) + 1)));
    const Time wait = resource.book(at, kService, horizon);
    served.ends.push_back(at + wait + kService);
    served.longest = std::max(served.longest, wait);
  }
  std::sort(served.ends.begin(), served.ends.end());
  return served;
}

/// The work that ends in a window fits in it if the window is at least as long as the longest wait.
/// Out of order, single waits are not exact: they differ by up to the time that bookings run ahead.
void expect_within_capacity(const Served& served, Time run_ahead) {
  for (const Time window : {served.longest, 4 * served.longest}) {
    std::size_t first = 0;
    for (std::size_t last = 0; last < served.ends.size(); ++last) {
      const Time end = served.ends[last];
      while (served.ends[first] <= end - window) ++first;
      ASSERT_LE(kService * static_cast<std::int64_t>(last - first), window + run_ahead)
          << "window of " << window.ps() << " ps that ends at " << end.ps();
    }
  }
}

TEST(CapacityOverWindows, OfABusyWindowHolds) {
  for (const Time run_ahead : {Time(0), kService * 200}) {
    expect_within_capacity(serve<BusyWindow>(run_ahead), run_ahead);
  }
}

TEST(CapacityOverWindows, OfFirstGapsHolds) {
  for (const Time run_ahead : {Time(0), kService * 200}) {
    expect_within_capacity(serve<FirstGap>(run_ahead), run_ahead);
  }
}

}  // namespace
}  // namespace starnuma::timing::capacity_test
