// SPDX-License-Identifier: Apache-2.0
#include "models/core/pending_times.h"

#include <gtest/gtest.h>

namespace starnuma::core {
namespace {

using base::Time;

TEST(TickClock, ConvertsTimesWithoutAnError) {
  for (const std::int64_t hertz : {1'000'000'000LL, 2'400'000'000LL, 2'650'000'000LL}) {
    for (const int width : {1, 4, 6}) {
      const TickClock clock(base::ClockRatio(base::Frequency(hertz), width));
      for (const std::int64_t ps : {0LL, 1LL, 999LL, 86'400'000'000'000LL}) {
        const Ticks ticks = clock.ticks_of(Time(ps));
        EXPECT_EQ(clock.time_of(ticks), Time(ps)) << hertz << " Hz, " << width;
        EXPECT_EQ(clock.time_of(ticks + clock.ticks_per_ps() - 1), Time(ps)) << "rounds down";
      }
    }
  }
}

}  // namespace
}  // namespace starnuma::core
