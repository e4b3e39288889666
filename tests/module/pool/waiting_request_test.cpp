// SPDX-License-Identifier: Apache-2.0
// Requests for a busy line, or for a set with only busy entries, wait in order of arrival.
#include "tests/module/pool/device_bench.h"

namespace starnuma::test::waiting_request_test {
namespace {

constexpr base::Time kFirst{1'000'000};
constexpr base::Time kSecond{1'010'000};
constexpr base::Time kAnswer{1'300'000};

TEST(WaitingRequest, IsServedWhenTheLineIsFree) {
  DeviceBench bench;
  bench.send(base::Time(0), Op::kMemRdOwn, 1);
  expect_only(bench.send(kFirst, Op::kMemRdOwn, 3), Op::kBISnpInv, 1, kFirst + kDirectory);
  EXPECT_TRUE(bench.send(kSecond, Op::kMemRdOwn, 0).empty());
  EXPECT_FALSE(bench.device.idle());
  const auto sent = bench.send(kAnswer, Op::kBIRspI, 1);
  ASSERT_EQ(sent.size(),
            2u);  // the grant, and after another look-up the snoop for the next request
  EXPECT_TRUE(sent[0].is(Op::kMemDataE));
  EXPECT_EQ(sent[0].to, 3);
  EXPECT_TRUE(sent[1].is(Op::kBISnpInv));
  EXPECT_EQ(sent[1].to, 3);
  EXPECT_EQ(sent[1].time, sent[0].time + kDirectory);
  expect_only(bench.send(kAnswer * 2, Op::kBIRspI, 3), Op::kMemDataE, 0, kAnswer * 2 + kDirectory);
  EXPECT_TRUE(bench.device.idle());
}

TEST(WaitingRequest, PaysItsWaitAsLineQueue) {
  DeviceBench bench;
  bench.send(base::Time(0), Op::kMemRdOwn, 1);
  bench.send(kFirst, Op::kMemRdOwn, 3);
  bench.send(kSecond, Op::kMemRdShared, 0);
  const auto sent = bench.send(kAnswer, Op::kBIRspI, 1);
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_EQ(sent[1].ledger.ps[static_cast<std::size_t>(accounting::LatencyKind::kLineQueue)],
            (kAnswer - kSecond + kDirectory).ps());
}

TEST(WaitingRequest, OfALineThatAnotherMakesRoomForEntersItOnce) {
  DeviceBench bench;
  bench.send(base::Time(0), Op::kMemRdOwn, 1, kLine);
  bench.send(base::Time(100'000), Op::kMemRdOwn, 1, same_set(1));
  expect_only(bench.send(kFirst, Op::kMemRdShared, 3, same_set(2)), Op::kBISnpInv, 1,
              kFirst + kDirectory);
  EXPECT_TRUE(bench.send(kSecond, Op::kMemRdShared, 0, same_set(2)).empty());
  const auto sent = bench.send(kAnswer, Op::kBIRspI, 1, kLine);
  ASSERT_EQ(sent.size(), 2u);  // the grant, and the snoop for the second request
  EXPECT_EQ(sent[0].to + sent[1].to, 3 + 3);
}

TEST(WaitingRequest, FindsAnotherVictimWhereTheFirstIsTaken) {
  DeviceBench bench;
  bench.send(base::Time(0), Op::kMemRdOwn, 1, kLine);
  bench.send(base::Time(100'000), Op::kMemRdOwn, 1, same_set(1));
  const auto first = bench.send(kFirst, Op::kMemRdShared, 3, same_set(2));
  const auto second = bench.send(kSecond, Op::kMemRdShared, 0, same_set(3));
  EXPECT_EQ(first[0].message.line, kLine);
  EXPECT_EQ(second[0].message.line, same_set(1));
  EXPECT_TRUE(bench.send(kSecond * 2, Op::kMemRdShared, 2, same_set(4)).empty());
  EXPECT_EQ(bench.stat("snoop_filter.evictions"), 2);
}

TEST(StaleEvictionNotice, OfASharerIsCompletedAndChangesNothing) {
  DeviceBench bench;
  bench.share_by_1_and_3();
  expect_only(bench.send(kFirst * 2, Op::kMemClnEvct, 1), Op::kCmp, 1, kFirst * 2 + kDirectory);
  EXPECT_EQ(bench.send(kFirst * 3, Op::kMemRdOwn, 0).size(), 2u);  // both are still snooped
}

TEST(Conflict, IsAcknowledgedWhileTheSnoopIsOpen) {
  DeviceBench bench;
  bench.send(base::Time(0), Op::kMemRdOwn, 1);
  bench.send(kFirst, Op::kMemRdOwn, 3);
  expect_only(bench.send(kSecond, Op::kBIConflict, 1), Op::kBIConflictAck, 1, kSecond + kDirectory);
}

}  // namespace
}  // namespace starnuma::test::waiting_request_test
