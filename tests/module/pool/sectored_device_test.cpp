// SPDX-License-Identifier: Apache-2.0
// A snoop filter whose entries cover four lines: one tag, block snoops, and requests that wait for
// the eviction of a sector.
#include "tests/module/pool/device_bench.h"

namespace starnuma::test::sectored_device_test {
namespace {

constexpr int kSector = 4;
constexpr base::Time kRequest{10'000'000};
constexpr base::Time kAnswer{10'300'000};

/// Line `n` of a sector; all sectors share a set.
base::LineAddress line(int sector, int n) {
  return {kLine.value + static_cast<std::uint64_t>(16 * sector + n)};
}

/// Host 1 owns lines of the first sector, host 3 a line of the second. The set is full.
void fill_set(DeviceBench& bench, const std::vector<int>& lines) {
  base::Time time;
  for (const int n : lines) {
    bench.send(time, Op::kMemRdOwn, 1, line(0, n));
    time += base::Time(200'000);
  }
  bench.send(base::Time(2'000'000), Op::kMemRdOwn, 3, line(1, 0));
}

/// Sends the response of a host to a block snoop.
std::vector<SentMessage> respond(DeviceBench& bench, base::Time time, const Message& snoop) {
  Message response = Message::of(Op::kBIRspI, snoop.line, base::SocketId{1});
  response.block_lines = snoop.block_lines;
  return bench.fabric.send(time, 1, kDeviceAgent, response);
}

TEST(SectoredDevice, LinesOfASectorHaveOneEntry) {
  DeviceBench bench(kSector);
  fill_set(bench, {0, 1, 2, 3});
  EXPECT_EQ(bench.stat("snoop_filter.occupancy"), 2.0 / kFilterLines);
}

TEST(SectoredDevice, OneSnoopInvalidatesAWholeSector) {
  DeviceBench bench(kSector);
  fill_set(bench, {0, 1, 2, 3});
  const auto sent = bench.send(kRequest, Op::kMemRdShared, 3, line(2, 0));
  expect_only(sent, Op::kBISnpInv, 1, kRequest + kDirectory);
  EXPECT_EQ(sent[0].message.line, line(0, 0));
  EXPECT_EQ(protocol::block_lines_of(sent[0].message), 4);
  expect_only(respond(bench, kAnswer, sent[0].message), Op::kMemDataE, 3,
              kAnswer + kDirectory + kMemory);
  EXPECT_EQ(bench.stat("back_invalidations"), 1);
  EXPECT_EQ(bench.stat("snoops.lines"), 4);
  EXPECT_EQ(bench.stat("snoop_filter.evictions"), 1);
}

TEST(SectoredDevice, OnlyHeldLinesAreSnooped) {
  DeviceBench bench(kSector);
  fill_set(bench, {0, 1, 3});
  const auto sent = bench.send(kRequest, Op::kMemRdShared, 3, line(2, 0));
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_EQ(sent[0].message.line, line(0, 0));
  EXPECT_EQ(protocol::block_lines_of(sent[0].message), 2);
  EXPECT_EQ(sent[1].message.line, line(0, 3));
  EXPECT_EQ(protocol::block_lines_of(sent[1].message), 0);
}

TEST(SectoredDevice, TheGrantFollowsTheWriteBackOfTheLastLine) {
  DeviceBench bench(kSector);
  fill_set(bench, {0, 1, 2, 3});
  bench.send(kRequest, Op::kMemRdShared, 3, line(2, 0));
  EXPECT_TRUE(bench.send(kAnswer, Op::kBIRspI, 1, line(0, 0)).empty());
  expect_only(bench.write_back(kAnswer, 1, line(0, 1)), Op::kCmp, 1, kAnswer + kDirectory);
  EXPECT_TRUE(bench.send(kAnswer, Op::kBIRspI, 1, line(0, 2)).empty());
  EXPECT_TRUE(bench.send(kAnswer, Op::kBIRspI, 1, line(0, 3)).empty());
  EXPECT_EQ(bench.device.lines_snooped(), 1u);
  expect_only(bench.send(kAnswer + kMemory, Op::kBIRspI, 1, line(0, 1)), Op::kMemDataE, 3,
              kAnswer + kMemory + kDirectory + kMemory);
}

TEST(SectoredDevice, ARequestForAnotherLineOfTheVictimWaits) {
  DeviceBench bench(kSector);
  fill_set(bench, {0});
  bench.send(kRequest, Op::kMemRdShared, 3, line(2, 0));
  EXPECT_TRUE(bench.send(kRequest, Op::kMemRdShared, 2, line(0, 1)).empty());
  EXPECT_EQ(bench.device.requests_waiting(), 1u);
  // The waiting request then needs an entry itself; the second sector is the oldest.
  const auto sent = bench.send(kAnswer, Op::kBIRspI, 1, line(0, 0));
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_TRUE(sent[0].is(Op::kBISnpInv) || sent[1].is(Op::kBISnpInv));
  EXPECT_EQ(sent[sent[0].is(Op::kBISnpInv) ? 0 : 1].message.line, line(1, 0));
  EXPECT_EQ(bench.device.requests_waiting(), 0u);
}

TEST(SectoredDevice, ARequestForTheSectorThatReplacesTheVictimWaits) {
  DeviceBench bench(kSector);
  fill_set(bench, {0});
  bench.send(kRequest, Op::kMemRdShared, 3, line(2, 0));
  EXPECT_TRUE(bench.send(kRequest, Op::kMemRdShared, 2, line(2, 1)).empty());
  const auto sent = bench.send(kAnswer, Op::kBIRspI, 1, line(0, 0));
  ASSERT_EQ(sent.size(), 2u);  // both reads are granted by one eviction
  EXPECT_TRUE(sent[0].is(Op::kMemDataE));
  EXPECT_TRUE(sent[1].is(Op::kMemDataE));
  EXPECT_EQ(bench.stat("snoop_filter.evictions"), 1);
}

TEST(SectoredDevice, TheEvictionOfTheLastLineFreesTheEntry) {
  DeviceBench bench(kSector);
  fill_set(bench, {0, 1});
  bench.send(kRequest, Op::kMemClnEvct, 1, line(0, 0));
  EXPECT_EQ(bench.stat("snoop_filter.occupancy"), 2.0 / kFilterLines);
  bench.send(kAnswer, Op::kMemClnEvct, 1, line(0, 1));
  EXPECT_EQ(bench.stat("snoop_filter.occupancy"), 1.0 / kFilterLines);
}

}  // namespace
}  // namespace starnuma::test::sectored_device_test
