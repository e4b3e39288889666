// SPDX-License-Identifier: Apache-2.0
// Memories that become slower with more channels or readers, or faster with a slower rule, are as
// slow or fast in Ramulator 2.1.
//
// Source of bandwidths and row hits: Ramulator 2.1, https://github.com/CMU-SAFARI/ramulator2 at
// commit c5b1c3a, as in platforms/reference/dram_streams.yaml, with a controller for each channel.
// A column command with auto-precharge closes the row under the closed policy, and under the
// adaptive one if no request for the row waits.
#include <gtest/gtest.h>

#include <string>

#include "testbenches/memory/measure.h"
#include "tests/module/memory_bench/channel.h"

namespace starnuma::memory_bench {
namespace {

/// A shipped part with a mapping and page policy, without refreshes.
memory::DramConfig part(const char* name, const std::string& mapping, const std::string& page) {
  return channel(name, {"mapping=" + mapping, "page_policy=" + page, "refresh=disabled"});
}

Measured measured(const memory::DramConfig& config, const char* stream, int outstanding,
                  int channels = 1) {
  Load load;
  load.outstanding = outstanding * config.subchannels;
  load.channels = channels;
  return measure(config, parse_stream(stream), load);
}

struct Point {
  const char* part;
  const char* mapping;
  const char* page_policy;
  const char* stream;
  int channels;
  double gb_per_s;
  double row_hits;
};

// 32 outstanding requests of one data bus, over more channels. Fewer of them wait for each channel,
// so that fewer find their row open, and the lines of a stream that are outstanding together lie in
// fewer banks.
TEST(FixedNumberOfRequests, LosesRowHitsAndBanksOverMoreChannelsAsInRamulator) {
  for (const Point& point :
       {Point{"ddr4_2666", "column_first", "adaptive", "sequential", 4, 48.54, 0.992},
        {"ddr4_2666", "column_first", "adaptive", "sequential", 7, 37.65, 0.781},
        {"ddr4_2666", "column_first", "adaptive", "sequential", 16, 44.09, 0.500},
        {"ddr4_2666", "four_line_runs", "closed", "sequential", 7, 23.84, 0},
        {"ddr4_2666", "four_line_runs", "closed", "sequential", 8, 22.39, 0},
        {"ddr4_2666", "bank_first", "closed", "turn:16", 12, 44.35, 0},
        {"ddr4_2666", "bank_first", "closed", "turn:16", 16, 41.78, 0},
        {"ddr4_2666", "column_first", "open", "turn:16", 2, 33.70, 0.631},
        {"ddr4_2666", "column_first", "open", "turn:16", 3, 32.37, 0.593},
        {"ddr4_2666", "column_first_hashed", "open", "turn:16", 12, 46.75, 0.565},
        {"ddr4_2666", "column_first_hashed", "open", "turn:16", 16, 40.32, 0.369},
        {"ddr4_2666", "four_line_runs", "open", "turn:16", 7, 38.33, 0.371},
        {"ddr4_2666", "four_line_runs", "open", "turn:16", 8, 35.69, 0.298},
        {"ddr5_4800", "column_first", "adaptive", "sequential", 4, 99.33, 0.984},
        {"ddr5_4800", "column_first", "adaptive", "sequential", 7, 70.57, 0.781},
        {"ddr5_4800", "four_line_runs", "open", "turn:16", 8, 95.01, 0.740},
        {"ddr5_4800", "four_line_runs", "open", "turn:16", 12, 84.26, 0.568}}) {
    SCOPED_TRACE(std::string(point.part) + ", " + point.mapping + ", " + point.page_policy + ", " +
                 point.stream + ", " + std::to_string(point.channels) + " channels");
    const Measured found = measured(part(point.part, point.mapping, point.page_policy),
                                    point.stream, 32, point.channels);
    EXPECT_NEAR(found.bytes_per_second / 1e9 / point.gb_per_s, 1, 0.02);
    EXPECT_NEAR(found.row_hits, point.row_hits, 0.015);
  }
}

// Seven channels have requests for four or five lines of a row at a time, then pause for longer
// than tRAS: each time the row is opened again.
TEST(FixedNumberOfRequests, OpensAnAdaptiveRowOnceForTheRequestsOfAChannel) {
  const auto config = part("ddr4_2666", "column_first", "adaptive");
  for (const int channels : {7, 8, 12, 16}) {
    EXPECT_NEAR(measured(config, "sequential", 32, channels).row_hits, 1 - channels / 32.0, 0.001)
        << channels << " channels";
  }
}

// A row that may not be closed yet serves more of the requests that wait for it.
TEST(SlowerTRas, HitsMoreRowsAndIsFasterAsInRamulator) {
  auto config = part("ddr4_3200", "column_first_hashed", "open");
  const Measured shipped = measured(config, "turn:16", 64);
  config.timings.t_ras = base::Cycles(65);
  const Measured slower = measured(config, "turn:16", 64);
  EXPECT_NEAR(slower.bytes_per_second / shipped.bytes_per_second, 24.51 / 23.72, 0.01);
  EXPECT_NEAR(shipped.row_hits, 0.754, 0.015);
  EXPECT_NEAR(slower.row_hits, 0.791, 0.015);
}

// The lines of more readers that are outstanding together lie in more rows of each bank.
TEST(MoreReaders, HitFewerRowsAndAreSlowerAsInRamulator) {
  const auto config = part("ddr4_3200", "four_line_runs", "open");
  Load load;
  load.channels = 2;
  load.requests = 10'000;
  const Measured few = measure(config, parse_stream("readers:16x2"), load);
  const Measured many = measure(config, parse_stream("readers:32x2"), load);
  EXPECT_LT(many.row_hits, few.row_hits / 2);
  EXPECT_NEAR(many.bytes_per_second / few.bytes_per_second, 27.55 / 29.74, 0.02);
}

}  // namespace
}  // namespace starnuma::memory_bench
