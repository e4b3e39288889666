// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/base/quantities.h"

namespace starnuma::base {
namespace {

constexpr Frequency kCore(2'400'000'000);

TEST(ClockRatio, FortyEightCyclesOfACoreAreTwentyNanoseconds) {
  const ClockRatio clock(kCore);
  EXPECT_EQ(clock.time_of(48), Time(20'000));
  EXPECT_EQ(clock.time_of(12), Time(5000));
}

TEST(ClockRatio, ACycleThatIsNoWholePicosecondIsRoundedToTheNearest) {
  const ClockRatio clock(kCore);  // 416.67 ps
  EXPECT_EQ(clock.time_of(0), Time(0));
  EXPECT_EQ(clock.time_of(1), Time(417));
  EXPECT_EQ(clock.time_of(2), Time(833));
  EXPECT_EQ(clock.time_of(3), Time(1250));
}

TEST(ClockRatio, FiveSecondsOfCyclesDoNotDrift) {
  EXPECT_EQ(ClockRatio(kCore).time_of(12'000'000'000), Time(5'000'000'000'000));
  EXPECT_EQ(ClockRatio(kCore).time_of(12'000'000'001), Time(5'000'000'000'417));
}

TEST(ClockRatio, IssueSlotsDivideACycle) {
  const ClockRatio slots(kCore, 4);
  EXPECT_EQ(slots.time_of(4 * 48), Time(20'000));
  EXPECT_EQ(slots.time_of(4 * 12'000'000'000), Time(5'000'000'000'000));
}

TEST(ClockRatio, StepAndPicosecondAreWholeNumbersOfTicks) {
  const ClockRatio slots(kCore, 4);
  // 9.6e9 steps take as long as 1e12 picoseconds.
  EXPECT_EQ(slots.ticks_per_step() * 9'600'000'000, slots.ticks_per_ps() * 1'000'000'000'000);
  EXPECT_EQ(slots.ticks_per_step(), 625);
  EXPECT_EQ(slots.ticks_per_ps(), 6);
}

TEST(ClockRatio, AnyClockLeavesSecondsOfTicksAndHardlyDrifts) {
  for (const std::int64_t hertz :
       {1LL, 999'999'937LL, 1'111'111'111LL, 2'333'333'333LL, 2'400'000'001LL, 999'999'999'989LL}) {
    for (const int width : {1, 5, 6, 16}) {
      const ClockRatio slots(Frequency(hertz), width);
      EXPECT_LE(slots.ticks_per_ps(), 1 << 20) << hertz;
      const double slot = 1e12 / (static_cast<double>(hertz) * width);
      EXPECT_NEAR(static_cast<double>(slots.ticks_per_step()) /
                      static_cast<double>(slots.ticks_per_ps()) / slot,
                  1, 1e-7)
          << hertz << " Hz, " << width;
    }
  }
}

TEST(ClockRatio, AClockThatDividesThePicosecondNeedsNoRounding) {
  const ClockRatio clock(Frequency(1'000'000'000));
  EXPECT_EQ(clock.ticks_per_ps(), 1);
  EXPECT_EQ(clock.time_of(7), Time(7000));
}

}  // namespace
}  // namespace starnuma::base
