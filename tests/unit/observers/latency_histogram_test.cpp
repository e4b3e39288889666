// SPDX-License-Identifier: Apache-2.0
#include "models/observers/latency_histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/base/random.h"

namespace starnuma::observers {
namespace {

using base::Time;

TEST(LatencyHistogram, OneLatencyIsExactInEveryPercentile) {
  LatencyHistogram histogram;
  for (int i = 0; i < 1000; ++i) histogram.add(Time(80'001));
  for (const double share : {0.0, 0.5, 0.9, 0.999, 1.0}) {
    EXPECT_EQ(histogram.percentile_ns(share), 80.001) << share;
  }
  EXPECT_EQ(histogram.mean_ns(), 80.001);
  EXPECT_EQ(histogram.max_ns(), 80.001);
  EXPECT_EQ(histogram.count(), 1000);
}

TEST(LatencyHistogram, NoPercentileExceedsTheMaximumByRounding) {
  LatencyHistogram histogram;
  for (int i = 0; i < 3; ++i) histogram.add(Time(5'471'507));
  EXPECT_LE(histogram.percentile_ns(0.999), histogram.max_ns());
}

TEST(LatencyHistogram, NoLatenciesGiveZeros) {
  const LatencyHistogram histogram;
  EXPECT_EQ(histogram.percentile_ns(0.5), 0);
  EXPECT_EQ(histogram.mean_ns(), 0);
  EXPECT_EQ(histogram.max_ns(), 0);
}

TEST(LatencyHistogram, APercentileIsTheFirstLatencyThatCoversItsShare) {
  LatencyHistogram histogram;
  for (int i = 0; i < 99; ++i) histogram.add(Time(50'000));
  histogram.add(Time(400'000));
  EXPECT_EQ(histogram.percentile_ns(0.5), 50);
  EXPECT_EQ(histogram.percentile_ns(0.99), 50);
  EXPECT_EQ(histogram.percentile_ns(0.991), 400);
  EXPECT_EQ(histogram.max_ns(), 400);
}

TEST(LatencyHistogram, PercentilesAreWithinOnePercentOfTheSortedValues) {
  LatencyHistogram histogram;
  std::vector<std::int64_t> values;
  base::Random random(7);
  for (int i = 0; i < 20000; ++i) {
    values.push_back(static_cast<std::int64_t>(50'000 + random.below(1ULL << (10 + i % 20))));
    histogram.add(Time(values.back()));
  }
  std::sort(values.begin(), values.end());
  for (const double share : {0.1, 0.5, 0.9, 0.99, 0.999}) {
    const auto rank = static_cast<std::size_t>(share * static_cast<double>(values.size())) - 1;
    const double exact = static_cast<double>(values[rank]) / 1000;
    EXPECT_NEAR(histogram.percentile_ns(share), exact, 0.01 * exact) << share;
  }
}

TEST(LatencyHistogram, BucketsAreContiguousAndAtMostOnePercentWide) {
  std::uint64_t begin = 0;
  for (std::uint64_t ps = 1; ps < 1'000'000; ++ps) {
    const std::size_t before = LatencyHistogram::bucket_of(ps - 1);
    const std::size_t here = LatencyHistogram::bucket_of(ps);
    if (here == before) continue;
    ASSERT_EQ(here, before + 1) << ps;
    ASSERT_LE(ps - begin, 1 + begin / 100) << ps;
    begin = ps;
  }
}

TEST(LatencyHistogram, LatenciesBeyondItsRangeCountAsItsLongest) {
  LatencyHistogram histogram;
  histogram.add(Time(std::int64_t{1} << 50));
  EXPECT_EQ(histogram.count(), 1);
  EXPECT_EQ(histogram.percentile_ns(0.5), histogram.max_ns());
}

}  // namespace
}  // namespace starnuma::observers
