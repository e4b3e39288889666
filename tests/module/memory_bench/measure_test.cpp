// SPDX-License-Identifier: Apache-2.0
#include "testbenches/memory/measure.h"

#include <gtest/gtest.h>

#include "tests/module/memory_bench/channel.h"

namespace starnuma::memory_bench {
namespace {

Load load(int outstanding, int channels = 1) {
  Load made;
  made.outstanding = outstanding;
  made.channels = channels;
  made.requests = 10'000;
  return made;
}

TEST(Measure, OneOutstandingReadTakesTheUnloadedLatency) {
  const auto config = channel("ddr5_4800", {"refresh=disabled"});
  const auto measured = measure(config, parse_stream("sequential"), load(1));
  EXPECT_DOUBLE_EQ(measured.mean_ns, 50);
  EXPECT_DOUBLE_EQ(measured.p99_ns, 50);
  EXPECT_NEAR(measured.bytes_per_second, 64 / 50e-9, 1e3);
}

TEST(Measure, EqualArgumentsGiveEqualResultsAndAnotherSeedDoesNot) {
  const auto config = channel("ddr4_2666");
  const Stream stream = parse_stream("drawn:16+2/1");
  Load once = load(64);
  const auto first = measure(config, stream, once);
  const auto second = measure(config, stream, once);
  EXPECT_EQ(first.bytes_per_second, second.bytes_per_second);
  EXPECT_EQ(first.mean_ns, second.mean_ns);
  once.seed = 2;
  EXPECT_NE(measure(config, stream, once).mean_ns, first.mean_ns);
}

TEST(Measure, ReadersKeepTheirOwnReadsOutstandingOnly) {
  const auto config = channel("ddr5_4800", {"refresh=disabled"});
  const auto measured = measure(config, parse_stream("readers:1x1"), load(64));
  EXPECT_DOUBLE_EQ(measured.mean_ns, 50);
}

TEST(Measure, ChannelsAddUp) {
  const auto config = channel("ddr5_4800", {"refresh=disabled"});
  const auto one = measure(config, parse_stream("sequential"), load(128));
  const auto four = measure(config, parse_stream("sequential"), load(512, 4));
  EXPECT_NEAR(four.bytes_per_second / one.bytes_per_second, 4, 0.2);
}

TEST(Measure, EachRowOfASequentialStreamIsOpenedOnce) {
  const auto config = channel("ddr4_2666", {"mapping=column_first", "refresh=disabled"});
  const Measured measured = measure(config, parse_stream("sequential"), load(64));
  EXPECT_DOUBLE_EQ(measured.row_hits, 1 - 79 / 10'000.0);  // rows of 128 lines
}

TEST(Measure, AnOpenLoopBelowSaturationDeliversWhatIsOffered) {
  const auto config = channel("ddr5_4800");
  const auto measured = measure(config, parse_stream("random@20"), load(64));
  EXPECT_NEAR(measured.bytes_per_second / 38.4e9, 0.2, 0.01);
  EXPECT_LT(measured.mean_ns, 80);
}

}  // namespace
}  // namespace starnuma::memory_bench
