// SPDX-License-Identifier: Apache-2.0
// Every timing rule of the DRAM, tested one clock early and on time. All other parameters are one
// clock or none, so that the rule alone decides. An ACTIVATE is issued as soon as its own rules
// allow it, before the data bus is free for its column command.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "tests/unit/memory/dram_bench.h"

namespace starnuma::memory {
namespace {

using timing::DramAccess;
using timing::DramPolicies;
using timing::DramTimings;
using timing::PagePolicy;
using timing::RefreshPolicy;

struct Rule {
  std::string name;
  base::Cycles DramTimings::*parameter;
  int clocks;                      ///< Value of the parameter.
  std::vector<DramAccess> before;  ///< Accesses that arrive at clock 0.
  DramAccess probe;
  std::int64_t on_time;  ///< Earliest arrival at which the rule delays no command of the probe.
  PagePolicy page = PagePolicy::kClosed;
};

void PrintTo(const Rule& rule, std::ostream* out) { *out << rule.name; }

class DramRule : public testing::TestWithParam<Rule> {
 protected:
  static DramTimings timings() {
    DramTimings timings = shortest_timings();
    timings.*GetParam().parameter = base::Cycles(GetParam().clocks);
    return timings;
  }
  static DramPolicies policies() { return {GetParam().page, RefreshPolicy::kNone}; }

  /// Returns the column command of a probe that arrives at clock `from`.
  static std::int64_t column(std::int64_t from) {
    DramBench bench(timings(), policies());
    for (const DramAccess& access : GetParam().before) bench.serve(access);
    return bench.column(GetParam().probe, from);
  }
  /// Returns column(from) if the probe is added before all other accesses.
  static std::int64_t column_if_added_first(std::int64_t from) {
    DramBench bench(timings(), policies());
    const int probe = bench.add(GetParam().probe, from);
    for (const DramAccess& access : GetParam().before) bench.add(access, 0);
    for (const DramBench::Served& served : bench.run()) {
      if (served.tag == probe) return served.column / kClock;
    }
    return -1;
  }
};

TEST_P(DramRule, OnTimeIsNotDelayed) {
  const std::int64_t on_time = GetParam().on_time;
  EXPECT_EQ(column(on_time + 100), column(on_time) + 100);
}

TEST_P(DramRule, OneClockEarlyWaitsOneClock) {
  const std::int64_t on_time = GetParam().on_time;
  EXPECT_EQ(column(on_time - 1), column(on_time));
  EXPECT_EQ(column(0), column(on_time));
}

TEST_P(DramRule, HoldsIfTheLaterAccessIsAddedFirst) {
  const std::int64_t on_time = GetParam().on_time;
  for (const std::int64_t from : {on_time - 1, on_time, on_time + 100}) {
    EXPECT_EQ(column_if_added_first(from), column(from)) << from;
  }
}

// An access that arrives at clock 0 activates at 0; its column command follows at 1.
const Rule kRules[] = {
    // one bank, row closed at once
    {"tRP", &DramTimings::t_rp, 20, {read_of(0, 0, 0)}, read_of(0, 0, 0), 1 + 1 + 20},
    {"tRAS", &DramTimings::t_ras, 30, {read_of(0, 0, 0)}, read_of(0, 0, 0), 30 + 1},
    {"tRC", &DramTimings::t_rc, 40, {read_of(0, 0, 0)}, read_of(0, 0, 0), 40},
    {"tRTP", &DramTimings::t_rtp, 25, {read_of(0, 0, 0)}, read_of(0, 0, 0), 1 + 25 + 1},
    {"tWR", &DramTimings::t_wr, 25, {write_of(0, 0, 0)}, read_of(0, 0, 0), 1 + 2 + 25 + 1},
    // one bank, row left open
    {"tRasOpen",
     &DramTimings::t_ras,
     30,
     {read_of(0, 0, 0, 1)},
     read_of(0, 0, 0, 2),
     30,
     PagePolicy::kOpen},
    {"tRcOpen",
     &DramTimings::t_rc,
     40,
     {read_of(0, 0, 0, 1)},
     read_of(0, 0, 0, 2),
     39,
     PagePolicy::kOpen},
    {"tRtpOpen",
     &DramTimings::t_rtp,
     25,
     {read_of(0, 0, 0, 1)},
     read_of(0, 0, 0, 2),
     1 + 25,
     PagePolicy::kOpen},
    {"tRtpAfterAHit",
     &DramTimings::t_rtp,
     25,
     {read_of(0, 0, 0, 1), read_of(0, 0, 0, 1)},
     read_of(0, 0, 0, 2),
     2 + 25,
     PagePolicy::kOpen},
    {"tWrOpen",
     &DramTimings::t_wr,
     25,
     {write_of(0, 0, 0, 1)},
     read_of(0, 0, 0, 2),
     1 + 2 + 25,
     PagePolicy::kOpen},
    {"tCcdLOfAHit",
     &DramTimings::t_ccd_l,
     9,
     {read_of(0, 0, 0, 1)},
     read_of(0, 0, 0, 1),
     1 + 9,
     PagePolicy::kOpen},
    // bank groups
    {"tCcdS", &DramTimings::t_ccd_s, 9, {read_of(0, 0, 0)}, read_of(0, 1, 0), 9},
    {"tCcdL", &DramTimings::t_ccd_l, 9, {read_of(0, 0, 0)}, read_of(0, 0, 1), 9},
    {"tCcdLNotOfNeighbours",
     &DramTimings::t_ccd_l,
     9,
     {read_of(0, 0, 0), read_of(0, 1, 0)},
     read_of(0, 0, 1),
     9},
    {"tCcdSWr", &DramTimings::t_ccd_s_wr, 9, {write_of(0, 0, 0)}, write_of(0, 1, 0), 9},
    {"tCcdLWr", &DramTimings::t_ccd_l_wr, 9, {write_of(0, 0, 0)}, write_of(0, 0, 1), 9},
    {"tWtrS", &DramTimings::t_wtr_s, 9, {write_of(0, 0, 0)}, read_of(0, 1, 0), 2 + 9},
    {"tWtrL", &DramTimings::t_wtr_l, 9, {write_of(0, 0, 0)}, read_of(0, 0, 1), 2 + 9},
    {"tWtrLNotOfNeighbours",
     &DramTimings::t_wtr_l,
     19,
     {write_of(0, 0, 0), read_of(0, 1, 0)},
     read_of(0, 0, 1),
     2 + 19},
    {"tRrdS", &DramTimings::t_rrd_s, 9, {read_of(0, 0, 0)}, read_of(0, 1, 0), 9},
    {"tRrdL", &DramTimings::t_rrd_l, 9, {read_of(0, 0, 0)}, read_of(0, 0, 1), 9},
    {"tFaw",
     &DramTimings::t_faw,
     50,
     {read_of(0, 0, 0), read_of(0, 1, 0), read_of(0, 2, 0), read_of(0, 3, 0)},
     read_of(0, 0, 1),
     50},
    // data bus
    {"Burst", &DramTimings::burst, 9, {read_of(0, 0, 0)}, read_of(0, 1, 0), 9},
    {"BurstOfAWrite", &DramTimings::burst, 9, {write_of(0, 0, 0)}, write_of(1, 0, 0), 9},
    {"ReadLatencyBeforeAWrite",
     &DramTimings::t_cl,
     9,
     {read_of(0, 0, 0)},
     write_of(0, 1, 0),
     9 + 1 - 1},
    {"WriteLatencyBeforeARead",
     &DramTimings::t_cwl,
     9,
     {write_of(0, 0, 0)},
     read_of(0, 1, 0),
     9 + 1 + 1},
    {"WriteLatencyBeforeAReadOfAnotherRank",
     &DramTimings::t_cwl,
     9,
     {write_of(0, 0, 0)},
     read_of(1, 1, 0),
     9 + 1 - 1},
    {"ReadToWriteGap",
     &DramTimings::read_to_write_gap,
     7,
     {read_of(0, 0, 0)},
     write_of(0, 1, 0),
     1 + 7},
    {"RankGapOfReads", &DramTimings::rank_gap, 7, {read_of(0, 0, 0)}, read_of(1, 0, 0), 1 + 7},
    {"RankGapOfWrites", &DramTimings::rank_gap, 7, {write_of(0, 0, 0)}, write_of(1, 0, 0), 1 + 7},
};

INSTANTIATE_TEST_SUITE_P(Probe, DramRule, testing::ValuesIn(kRules),
                         [](const auto& rule) { return rule.param.name; });

TEST(DramRules, AReadFollowsItsActivateAfterTrcd) {
  DramTimings timings = shortest_timings();
  timings.t_rcd = base::Cycles(40);
  DramBench bench(timings);
  EXPECT_EQ(bench.serve(read_of(0, 0, 0), 7), 7 + 40);
}

TEST(DramRules, RulesOfOneRankDoNotBindAnother) {
  DramTimings timings = shortest_timings();
  timings.t_ccd_s = timings.t_ccd_l = timings.t_rrd_s = timings.t_rrd_l = base::Cycles(30);
  timings.t_wtr_s = timings.t_wtr_l = timings.t_faw = base::Cycles(300);
  DramBench bench(timings);
  bench.serve(write_of(0, 0, 0));
  EXPECT_EQ(bench.serve(read_of(1, 0, 0), 1), 2);
}

TEST(DramRules, AFifthActivateWaitsForTheWindowOfTheFourBeforeIt) {
  DramTimings timings = shortest_timings();
  timings.t_faw = base::Cycles(50);
  DramBench bench(timings);
  for (int i = 0; i < 4; ++i) bench.serve(read_of(0, i, 0), 100 + 10 * i);  // up to 130
  EXPECT_EQ(bench.column(read_of(1, 0, 1), 131), 132);                      // another rank
  EXPECT_EQ(bench.serve(read_of(0, 0, 1), 131), 151);
  EXPECT_EQ(bench.column(read_of(0, 1, 1), 151), 161);  // 50 after the second one
  EXPECT_EQ(bench.column(read_of(0, 1, 1), 160), 161);
}

TEST(DramRules, AnActivateIsIssuedAheadOfABlockedDataBus) {
  DramTimings timings = shortest_timings();
  timings.burst = base::Cycles(50);
  timings.t_rcd = base::Cycles(20);
  timings.t_rrd_s = base::Cycles(3);
  DramBench bench(timings);
  for (int group = 0; group < 4; ++group) bench.add(read_of(0, group, 0), 0);
  const auto served = bench.run();
  ASSERT_EQ(served.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(served[static_cast<std::size_t>(i)].activate, kClock * 3 * i);
    EXPECT_EQ(served[static_cast<std::size_t>(i)].column, kClock * (20 + 50 * i));
  }
}

TEST(DramRules, ARowActivatedAheadIsReadAsSoonAsTheDataBusIsFree) {
  DramTimings timings = shortest_timings();
  timings.burst = base::Cycles(50);
  timings.t_rcd = base::Cycles(20);
  DramBench bench(timings);
  bench.serve(read_of(0, 0, 0));  // data until 70
  EXPECT_EQ(bench.trial(read_of(0, 1, 0), 21).activate, kClock * 21);
  EXPECT_EQ(bench.column(read_of(0, 1, 0), 50), 70);
  EXPECT_EQ(bench.column(read_of(0, 1, 0), 51), 71);
}

TEST(DramRules, APrechargeIsIssuedAheadOfABlockedDataBus) {
  DramTimings timings = shortest_timings();
  timings.burst = base::Cycles(50);
  DramBench bench(timings, {PagePolicy::kOpen, RefreshPolicy::kNone});
  bench.serve(read_of(0, 1, 0, 5));
  bench.serve(read_of(0, 0, 0), 100);  // data until 151
  const DramBench::Served served = bench.trial(read_of(0, 1, 0, 6), 102);
  EXPECT_EQ(served.precharge, kClock * 102);
  EXPECT_EQ(served.activate, kClock * 103);
  EXPECT_EQ(served.column, kClock * 151);
}

}  // namespace
}  // namespace starnuma::memory
