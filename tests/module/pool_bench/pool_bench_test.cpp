// SPDX-License-Identifier: Apache-2.0
// The device alone under heavy traffic. Every run checks coherence and drains.
#include <gtest/gtest.h>

#include "tests/module/pool_bench/bench_run.h"

namespace starnuma::pool_bench {
namespace {

TEST(PoolBench, ALoneReadCostsWhatThePartsSay) {
  expect_parts_of_lone_read(bench(Sharing::kPrivate, 100'000, 0));
}

TEST(PoolBench, AStormHasEarlyAndLateConflictsAndStaysCoherent) {
  const auto stats = expect_conflicts(bench(Sharing::kShared, 16, 50));
  EXPECT_GT(value(stats, "latency_by_conflict.early.mean"),
            value(stats, "latency_by_conflict.none.mean"));
}

TEST(PoolBench, StaysCoherentWhereLinesMigrate) {
  const auto stats = pool_bench::run(bench(Sharing::kMigratory, 64, 0));
  EXPECT_GT(value(stats, "latency.upgrade.count"), 0);
}

TEST(PoolBench, StaysCoherentWithProducersAndConsumers) {
  EXPECT_GT(value(pool_bench::run(bench(Sharing::kProducerConsumer, 64, 30)),
                  "latency.read_from_owner.count"),
            0);
}

TEST(PoolBench, StaysCoherentUnderFalseSharing) {
  EXPECT_GT(
      value(pool_bench::run(bench(Sharing::kFalseSharing, 8, 100)), "latency.own_from_owner.count"),
      0);
}

TEST(PoolBench, StaysCoherentWhereAFilterOfFewLinesEvictsAllTheTime) {
  BenchRun run = bench(Sharing::kShared, 64, 40);
  run.device.filter_lines = 16;
  const auto stats = pool_bench::run(run);
  EXPECT_GT(value(stats, "device.snoop_filter.evictions"), 500);
  EXPECT_LE(value(stats, "device.snoop_filter.max_occupancy"), 1);
}

class Sectors : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Lines, Sectors, testing::Values(2, 4, 16));

TEST_P(Sectors, StayCoherentWhereAFilterEvictsThem) {
  BenchRun run = bench(Sharing::kShared, 256, 40);
  run.device.device.snoop_filter_sector = base::Bytes(64 * GetParam());
  run.device.filter_lines = 64;
  run.longest_delay = 100_ns;
  const auto stats = pool_bench::run(run);
  const double snoops = value(stats, "device.back_invalidations");
  EXPECT_GT(value(stats, "device.snoop_filter.evictions"), 100);
  EXPECT_GE(value(stats, "device.snoops.lines"), snoops);
  EXPECT_LE(value(stats, "device.snoops.lines"), 4 * snoops);
  EXPECT_GT(value(stats, "conflicts.late"), 10);
}

TEST(PoolBench, OneSnoopForABlockOfAHostThatHoldsAllOfIt) {
  // The cache holds more than the filter, so each eviction of a sector finds most lines held.
  BenchRun run = bench(Sharing::kPrivate, 256, 0);
  run.traffic.heads = 1;
  run.host.cache_lines = 256;
  run.device.device.snoop_filter_sector = base::Bytes(256);
  run.device.filter_lines = 224;
  run.duration = Time(200'000'000);
  const auto stats = pool_bench::run(run);
  EXPECT_GT(value(stats, "device.snoops.lines") / value(stats, "device.back_invalidations"), 1.5);
}

TEST(PoolBench, StaysCoherentUnderRandomDelays) {
  BenchRun run = bench(Sharing::kShared, 8, 50);
  run.device.filter_lines = 8;
  run.longest_delay = 500_ns;
  run.traffic.seed = 12;
  EXPECT_GT(value(pool_bench::run(run), "conflicts.late"), 10);
}

TEST(PoolBench, WorksWithAsManyHeadsAsThereCanBe) {
  BenchRun run = bench(Sharing::kShared, 16, 5);
  run.traffic.heads = kMostHeads;
  EXPECT_GT(value(pool_bench::run(run), "device.snoops.fan_out.max"), kMostHeads / 2);
}

TEST(PoolBench, HeadsShareASaturatedDeviceByTheirWeights) {
  BenchRun run = bench(Sharing::kPrivate, 100'000, 0);
  run.traffic.heads = 4;
  run.host.outstanding = 64;
  run.host.throttle = false;
  run.device.link.bandwidth = run.device.link.bandwidth * 32;
  run.device.device.queued.request_entries = 8;
  run.device.device.queued.arbitration = timing::Arbitration::kWeighted;
  run.device.device.queued.qos.emplace().shares = base::Weights{{3, 1, 1, 1}};
  run.duration = Time(100'000'000);
  const auto stats = pool_bench::run(run);
  EXPECT_NEAR(value(stats, "head0.share"), 0.5, 0.01);
  EXPECT_NEAR(value(stats, "head3.share"), 1.0 / 6, 0.01);
}

/// Back-Invalidate snoops per 1000 accesses; hits in the hosts' caches are accesses.
double snoops_per_1000(const BenchRun& run) {
  const auto stats = pool_bench::run(run);
  const double accesses = value(stats, "hits") + value(stats, "device.requests");
  return 1000 * value(stats, "device.back_invalidations") / accesses;
}

/// Set-up of a public run of Xerxes (FAST '26) for victim policies: one host whose cache never
/// drops a line, 90 % of its accesses to the hot tenth of 16384 lines, a filter of 3280 lines.
BenchRun hot_and_cold(pool::VictimPolicy policy) {
  BenchRun run = bench(Sharing::kPrivate, 16384, 0);
  run.traffic.heads = 1;
  run.traffic.hot_lines = 1638;
  run.device.device.snoop_filter_ways = 8;
  run.device.device.snoop_filter_victim = policy;
  run.device.filter_lines = 3280;
  run.device.link.bandwidth = run.device.link.bandwidth * 32;
  run.host.cache_lines = 16384;
  run.host.outstanding = 64;
  run.host.gap = 14_ns;
  run.duration = run.host.gap * 30'000;  // accesses, after 3,000 from cold caches
  return run;
}

TEST(PoolBench, OldestVictimsOfHotAndColdLinesCauseAsManySnoopsAsPublished) {
  EXPECT_NEAR(snoops_per_1000(hot_and_cold(pool::VictimPolicy::kFifo)), 90, 5);
}
TEST(PoolBench, LeastRecentVictimsCauseAsManySnoopsAsPublished) {
  EXPECT_NEAR(snoops_per_1000(hot_and_cold(pool::VictimPolicy::kLru)), 90, 5);
}
TEST(PoolBench, NewestVictimsCauseAsManySnoopsAsPublished) {
  EXPECT_NEAR(snoops_per_1000(hot_and_cold(pool::VictimPolicy::kLifo)), 49, 4);
}
TEST(PoolBench, MostRecentVictimsCauseAsManySnoopsAsPublished) {
  EXPECT_NEAR(snoops_per_1000(hot_and_cold(pool::VictimPolicy::kMru)), 49, 4);
}
TEST(PoolBench, RarelyInsertedVictimsCauseAsManySnoopsAsPublished) {
  EXPECT_NEAR(snoops_per_1000(hot_and_cold(pool::VictimPolicy::kLfi)), 49, 4);
}

/// One host that reads 2048 lines uniformly, with a cache of 1024 lines.
BenchRun uniform(double coverage, bool silent) {
  BenchRun run = bench(Sharing::kPrivate, 2048, 0);
  run.traffic.heads = 1;
  run.device.device.snoop_filter_ways = 16;
  run.device.filter_lines = static_cast<std::uint64_t>(coverage * 1024);
  run.device.link.bandwidth = run.device.link.bandwidth * 32;
  run.host.cache_lines = 1024;
  run.host.silent_drops = silent;
  run.duration = Time(600'000'000);
  return run;
}

class Coverage : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(OfTheCache, Coverage, testing::Values(1, 0.75, 0.5, 0.25, 0.125, 0.0625));

TEST_P(Coverage, CausesAsManySnoopsAsTheFilterLacksOfTheFootprint) {
  // Each access to a line without an entry replaces one.
  const double expected = 1000 * (1 - GetParam() / 2);
  EXPECT_NEAR(snoops_per_1000(uniform(GetParam(), false)), expected, 0.02 * expected);
}
TEST(PoolBench, StaleEntriesOfDroppedLinesFillTheFilter) {
  EXPECT_NEAR(snoops_per_1000(uniform(1.5, true)), 250, 15);
}
TEST(PoolBench, NoticesOfEvictionsKeepEntriesFree) {
  EXPECT_LT(snoops_per_1000(uniform(1.5, false)), 10);
}

class Owners : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Hosts, Owners, testing::Values(2, 4, 8));

TEST_P(Owners, OneAtATimeHitsOnceForEachHost) {
  BenchRun run = bench(Sharing::kShared, 1024, 100);
  run.traffic.heads = GetParam();
  run.device.device.snoop_filter_ways = 16;
  run.device.filter_lines = 8192;
  run.device.link.bandwidth = run.device.link.bandwidth * 32;
  run.host.cache_lines = 4096;
  run.duration = Time(400'000'000);
  const auto stats = pool_bench::run(run);
  const double hits = value(stats, "hits");
  EXPECT_NEAR(hits / (hits + value(stats, "device.requests")), 1.0 / GetParam(), 0.01);
}

/// Reads of four hosts with fast links; each fetched line evicts a clean one.
BenchRun saturated() {
  BenchRun run = bench(Sharing::kPrivate, 100'000, 0);
  run.traffic.heads = 4;
  run.host.outstanding = 64;
  run.host.throttle = false;
  run.device.link.bandwidth = run.device.link.bandwidth * 32;
  run.device.request_credits = 64;
  run.device.filter_lines = 1 << 16;  // no snoops
  return run;
}

TEST(PoolBench, LookUpsPerIntervalLimitReads) {
  BenchRun run = saturated();
  run.device.device.queued.directory_interval = 5_ns;
  EXPECT_NEAR(value(pool_bench::run(run), "bandwidth"), 64 / (2 * 5.0), 0.1);
}

TEST(PoolBench, FourSlicesLookUpFourTimesAsMany) {
  BenchRun run = saturated();
  run.device.device.queued.directory_interval = 20_ns;
  run.device.device.queued.directory_slices = 4;
  const double bandwidth = value(pool_bench::run(run), "bandwidth");
  EXPECT_LE(bandwidth, 4 * 64 / (2 * 20.0) * 1.01);
  EXPECT_GE(bandwidth, 4 * 64 / (2 * 20.0) * 0.9);  // slices are idle at times
}

TEST(PoolBench, TheRequestTableLimitsReadsByLittlesLaw) {
  BenchRun run = saturated();
  run.device.device.queued.request_entries = 4;
  // A read holds an entry for look-up and memory, its eviction another one for a look-up.
  EXPECT_NEAR(value(pool_bench::run(run), "bandwidth"), 4 * 64 / (6 + 50 + 6.0), 0.3);
}

TEST(PoolBench, RequestCreditsLimitReadsByTheirRoundTrip) {
  BenchRun run = saturated();
  run.device.request_credits = 2;
  EXPECT_NEAR(value(pool_bench::run(run), "bandwidth"), 4 * 2 * 64 / (2 * 47.0), 0.2);
}

/// Reads of one host. Each evicts a line that the host holds.
BenchRun one_snoop_per_read(int tags) {
  BenchRun run = saturated();
  run.traffic.heads = 1;
  run.host.cache_lines = 1 << 14;  // no evictions by the host
  run.device.filter_lines = 64;
  run.device.device.snoop_filter_ways = 64;
  run.device.device.queued.snoop_tags = tags;
  return run;
}

class SnoopTagsOfAHead : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Tags, SnoopTagsOfAHead, testing::Values(1, 2, 8));

TEST_P(SnoopTagsOfAHead, LimitReadsByTheRoundTripOfASnoop) {
  const auto stats = pool_bench::run(one_snoop_per_read(GetParam()));
  // A tag is in use on the way to the host, in the host and on the way back.
  const double limit = GetParam() * 64 / (2 * 47 + 50.0);
  EXPECT_NEAR(value(stats, "bandwidth"), limit, 0.02 * limit);
  EXPECT_EQ(value(stats, "device.snoops.max_outstanding"), GetParam());
  EXPECT_GT(value(stats, "device.snoops.deferred"), 0);
}

TEST(PoolBench, ALimitIsTheBandwidthOfItsHead) {
  BenchRun run = saturated();
  run.device.device.queued.qos.emplace().limits = base::Weights{{10, 0, 0, 0}};
  const auto stats = pool_bench::run(run);
  const double peak = 2 * 64 / 3.3333;  // two channels with a burst of 8 cycles at 2.4 GHz
  EXPECT_NEAR(value(stats, "head0.share") * value(stats, "bandwidth"), 0.1 * peak, 0.04);
  EXPECT_GT(value(stats, "head1.share"), 2 * value(stats, "head0.share"));
}

TEST(PoolBench, OnlyHostsThatCauseAnOverloadThrottle) {
  BenchRun run = bench(Sharing::kPrivate, 100'000, 0);
  run.host.outstanding = 64;
  HeadSetup victim{run.host, run.traffic};
  victim.host.outstanding = 1;
  run.heads[0] = victim;
  const auto stats = pool_bench::run(run);
  EXPECT_GT(value(stats, "throttled"), 10);
  EXPECT_EQ(value(stats, "head0.throttled"), 0);
}

TEST(PoolBench, ARecordingIsPlayedAtItsTimes) {
  BenchRun run = bench(Sharing::kPrivate, 1, 0);
  run.traffic.heads = 2;
  HeadRecording one;
  for (int n = 0; n < 100; ++n) {
    const auto line = static_cast<std::uint64_t>(n);
    one.push_back({4_ns * 1000 * n + 2000_ns, {line, n % 2 != 0}});
    one.push_back({4_ns * 1000 * n + 4000_ns, {line, false, 0, true}});
  }
  run.host.outstanding = 64;
  run.heads[0] = {run.host, run.traffic};
  run.heads[0].host.recording = std::make_shared<HeadRecording>(one);
  run.heads[1] = run.heads[0];
  run.heads[1].host.recording = std::make_shared<HeadRecording>();
  run.duration = Time(360'000'000);  // 90 of the requests, after 9
  const auto stats = pool_bench::run(run);
  EXPECT_EQ(value(stats, "device.requests"), 90);
  EXPECT_EQ(value(stats, "device.write_backs"), 45);
  EXPECT_EQ(value(stats, "device.clean_evictions"), 45);
  EXPECT_EQ(value(stats, "hits"), 0);
}

TEST(PoolBench, ARecordedCurrentReadLeavesTheLineToItsOwner) {
  BenchRun run = bench(Sharing::kPrivate, 1, 0);
  run.traffic.heads = 2;
  HeadRecording owner;
  HeadRecording reader;
  for (int n = 0; n < 100; ++n) {
    const auto line = static_cast<std::uint64_t>(n);
    const Time begin = 8_ns * 1000 * n + 2000_ns;
    const bool read_first = n / 2 % 2 != 0;
    const int write_backs = n % 2 != 0 ? 3 : 1;
    owner.push_back({begin, {line, !read_first, write_backs}});
    reader.push_back({begin + 1000_ns, {line, false, 0, false, true}});
    reader.push_back({begin + 2000_ns, {line, false, 0, false, true}});
    owner.push_back({begin + 3000_ns, {line, false, 0, true}});
  }
  run.heads[0] = run.heads[1] = {run.host, run.traffic};
  run.heads[0].host.recording = std::make_shared<HeadRecording>(owner);
  run.heads[1].host.recording = std::make_shared<HeadRecording>(reader);
  run.duration = Time(640'000'000);  // 80 of the lines, after 8
  const auto stats = pool_bench::run(run);
  EXPECT_EQ(value(stats, "device.requests"), 240);
  EXPECT_EQ(value(stats, "device.requests.current"), 160);
  EXPECT_EQ(value(stats, "device.back_invalidations"), 160);
  EXPECT_EQ(value(stats, "device.snoops.current"), 160);
  EXPECT_EQ(value(stats, "head0.snoops"), 160);
  EXPECT_EQ(value(stats, "latency.read_from_owner.count"), 160);
  // A line is written back by one or both snoops, and by the eviction if it is written again.
  EXPECT_EQ(value(stats, "device.write_backs.kept"), 40 * 1 + 40 * 2);
  EXPECT_EQ(value(stats, "device.write_backs"), 40);
  EXPECT_EQ(value(stats, "device.clean_evictions"), 40);
  EXPECT_EQ(value(stats, "latency.write_back.count"), 160);
  EXPECT_EQ(value(stats, "latency.clean_eviction.count"), 40);
}

TEST(PoolBench, HostsGiveWayToAnOverloadedDevice) {
  BenchRun run = bench(Sharing::kPrivate, 100'000, 0);
  run.host.outstanding = 64;
  EXPECT_GT(value(pool_bench::run(run), "throttled"), 10);
}

}  // namespace
}  // namespace starnuma::pool_bench
