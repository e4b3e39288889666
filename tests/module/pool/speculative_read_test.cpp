// SPDX-License-Identifier: Apache-2.0
// MemSpecRd at a device in immediate delivery: the read of memory that a later request takes.
#include "models/protocol/names.h"
#include "models/ras/damage.h"
#include "tests/module/pool/device_bench.h"

namespace starnuma::protocol::cxl {
static void PrintTo(Op op, std::ostream* out) { *out << kOpNames[static_cast<std::size_t>(op)]; }
}  // namespace starnuma::protocol::cxl

namespace starnuma::test::speculative_read_test {
namespace {

constexpr base::Time kStart{100'000};
constexpr base::Time kSoon{110'000};
constexpr base::Time kLater{10'000'000};

struct SpeculativeDevice : DeviceBench {
  explicit SpeculativeDevice(std::optional<int> entries = 2) : DeviceBench(1, entries) {}
  double count(const std::string& name) const { return stat("speculative_reads" + name); }
};

class SpeculativeReadOf : public testing::TestWithParam<Op> {};

TEST_P(SpeculativeReadOf, StartsTheReadOfALaterRequest) {
  SpeculativeDevice bench;
  EXPECT_TRUE(bench.send(kStart, Op::kMemSpecRd, 1).empty());
  const auto sent = bench.send(kSoon, GetParam(), 1);
  expect_only(sent, GetParam() == Op::kMemRdCurrent ? Op::kMemDataCmp : Op::kMemDataE, 1,
              kStart + kMemory);
  EXPECT_EQ(sent[0].ledger.total(), kStart + kMemory - kSoon);
  EXPECT_EQ(bench.memory.reads, 1);
  EXPECT_EQ(bench.count(".used"), 1);
  EXPECT_EQ(bench.stat("directory.messages"), 1);
}

INSTANTIATE_TEST_SUITE_P(Requests, SpeculativeReadOf,
                         testing::Values(Op::kMemRdShared, Op::kMemRdOwn, Op::kMemRdCurrent));

TEST(SpeculativeRead, IsReadyForALateRequest) {
  SpeculativeDevice bench;
  bench.send(kStart, Op::kMemSpecRd, 1);
  expect_only(bench.send(kLater, Op::kMemRdShared, 3), Op::kMemDataE, 3, kLater + kDirectory);
  // The next request reads memory again.
  bench.send(kLater * 2, Op::kMemClnEvct, 3);
  expect_only(bench.send(kLater * 3, Op::kMemRdShared, 3), Op::kMemDataE, 3,
              kLater * 3 + kDirectory + kMemory);
}

TEST(SpeculativeRead, DoesNotDelayAnEarlierRequest) {
  SpeculativeDevice bench;
  bench.send(kLater, Op::kMemSpecRd, 1);
  expect_only(bench.send(kStart, Op::kMemRdShared, 3), Op::kMemDataE, 3,
              kStart + kDirectory + kMemory);
}

TEST(SpeculativeRead, OfALineThatIsWrittenIsStale) {
  SpeculativeDevice bench;
  bench.send(kStart, Op::kMemRdOwn, 1);
  bench.send(kLater, Op::kMemSpecRd, 3);
  bench.send(kLater * 2, Op::kMemWr, 1);
  expect_only(bench.send(kLater * 3, Op::kMemRdShared, 3), Op::kMemDataE, 3,
              kLater * 3 + kDirectory + kMemory);
  EXPECT_EQ(bench.count(".invalidated"), 1);
  EXPECT_EQ(bench.count(".used"), 0);
}

TEST(SpeculativeRead, BeforeAWriteIsStaleAlsoIfItIsHandledLater) {
  SpeculativeDevice bench;
  bench.send(kStart, Op::kMemRdOwn, 1);
  bench.send(kLater * 2, Op::kMemWr, 1);
  bench.send(kLater, Op::kMemSpecRd, 3);
  EXPECT_EQ(bench.count(".invalidated"), 1);
  expect_only(bench.send(kLater * 3, Op::kMemRdShared, 3), Op::kMemDataE, 3,
              kLater * 3 + kDirectory + kMemory);
}

TEST(SpeculativeRead, OfAnOwnedLineServesARequestIfTheOwnerIsClean) {
  SpeculativeDevice bench;
  bench.send(kStart, Op::kMemRdShared, 1);
  bench.send(kLater, Op::kMemSpecRd, 3);
  expect_only(bench.send(kLater, Op::kMemRdOwn, 3), Op::kBISnpInv, 1, kLater + kDirectory);
  const base::Time answer = kLater + kDirectory + base::Time(1'000);
  expect_only(bench.send(answer, Op::kBIRspI, 1), Op::kMemDataE, 3, kLater + kMemory);
  EXPECT_EQ(bench.memory.reads, 2);
}

TEST(SpeculativeRead, IsDroppedWithoutEntries) {
  SpeculativeDevice none(std::nullopt);
  EXPECT_TRUE(none.send(kStart, Op::kMemSpecRd, 1).empty());
  EXPECT_EQ(none.count(".dropped"), 1);
  EXPECT_EQ(none.memory.reads, 0);
}

TEST(SpeculativeRead, IsDroppedByLoadedMemory) {
  SpeculativeDevice bench;
  bench.memory.loaded = true;
  bench.send(kStart, Op::kMemSpecRd, 1);
  EXPECT_EQ(bench.count(".dropped"), 1);
  expect_only(bench.send(kLater, Op::kMemRdShared, 1), Op::kMemDataE, 1,
              kLater + kDirectory + kMemory);
}

TEST(SpeculativeRead, RepeatsNoReadOfAHeldLine) {
  SpeculativeDevice bench;
  for (const int host : {1, 3}) bench.send(kStart, Op::kMemSpecRd, host);
  EXPECT_EQ(bench.memory.reads, 1);
  EXPECT_EQ(bench.count(".repeated"), 1);
  EXPECT_EQ(bench.count(".held"), 1);
}

TEST(SpeculativeRead, OfAPoisonedLineIsNotUsed) {
  SpeculativeDevice bench;
  ras::Damage damage(4, 5);
  bench.dispatcher.keep_damage(&damage);
  bench.send(kStart, Op::kMemSpecRd, 1);
  damage.poison(kLine, 0, kSoon);
  bench.send(kLater, Op::kMemSpecRd, 1, same_set(1));
  expect_only(bench.send(kLater, Op::kMemRdShared, 1), Op::kMemDataE, 1,
              kLater + kDirectory + kMemory);
  EXPECT_EQ(bench.count(".invalidated"), 1);
  bench.send(kLater, Op::kMemSpecRd, 1);
  EXPECT_EQ(bench.count(".dropped"), 1);
}

TEST(SpeculativeRead, EndsWithAReset) {
  SpeculativeDevice bench;
  bench.send(kStart, Op::kMemSpecRd, 1);
  bench.device.reset([](base::SocketId, base::LineAddress) { return true; });
  expect_only(bench.send(kLater, Op::kMemRdShared, 1), Op::kMemDataE, 1,
              kLater + kDirectory + kMemory);
}

}  // namespace
}  // namespace starnuma::test::speculative_read_test
