// SPDX-License-Identifier: Apache-2.0
#include "models/memory/queue_forecast.h"

#include <gtest/gtest.h>

#include <vector>

#include "models/base/random.h"

namespace starnuma::memory::queue_forecast_test {
namespace {

using namespace base::literals;
using base::Time;

constexpr Time kShortest = 3_ns;
constexpr Time kRefresh = 300_ns;

TEST(QueueForecast, ADistanceThatHoldsARefreshIsNoSpacing) {
  for (const Time distance : {kRefresh, kRefresh + 1_ps, kRefresh * 10}) {
    QueueForecast forecast(kShortest, kRefresh);
    forecast.observe(distance);
    EXPECT_EQ(forecast.spacing(), kShortest) << distance.ps();
  }
  QueueForecast forecast(kShortest, kRefresh);
  forecast.observe(kRefresh - 1_ps);
  EXPECT_EQ(forecast.spacing(), Time((kShortest + kRefresh - 1_ps).ps() / 2));
}

/// A later distance weighs as much as an earlier one, until 256 of them count as 128.
TEST(QueueForecast, SpacingIsTheMeanOfTheLastDistances) {
  QueueForecast forecast(kShortest, kRefresh);
  base::Random random(9);
  std::int64_t sum = kShortest.ps();
  std::int64_t count = 1;
  for (int step = 0; step < 2000; ++step) {
    const auto distance = static_cast<std::int64_t>(random.below(20'000));
    forecast.observe(Time(distance));
    sum += distance;
    if (++count == 256) {
      sum /= 2;
      count = 128;
    }
    ASSERT_EQ(forecast.spacing(), Time(sum / count)) << step;
  }
}

TEST(QueueForecast, AccessesThatArriveAtOnceWaitForEachOther) {
  QueueForecast forecast(kShortest, kRefresh);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(forecast.peek(10_ns), kShortest * i);
    EXPECT_EQ(forecast.expect(10_ns, 10_ns), kShortest * i);
  }
  EXPECT_EQ(forecast.peek(10_ns + kShortest * 50), 0_ns);
}

}  // namespace
}  // namespace starnuma::memory::queue_forecast_test
