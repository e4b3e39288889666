// SPDX-License-Identifier: Apache-2.0
// A line whose owner or sharers were snooped is busy until the requester's Unblock.
#include "tests/module/home/home_bench.h"

namespace starnuma::test {
namespace {

using accounting::LatencyKind;

constexpr base::Time kRequest{1'000'000};
constexpr base::Time kUnblocked{1'300'000};
constexpr base::Time kPicosecond{1};

std::int64_t line_queue(const SentMessage& sent) {
  return sent.ledger.ps[static_cast<std::size_t>(LatencyKind::kLineQueue)];
}

/// Transfers the line from socket 1 to socket 3, complete at kUnblocked.
void transfer_to_3(HomeBench& bench, Op op) {
  bench.send(base::Time(0), Op::kGetX, 1);
  bench.send(kRequest, op, 3);
  if (op == Op::kGetS) bench.send(kRequest + kMemory, Op::kCopyBack, 1);
  bench.send(kUnblocked, Op::kUnblock, 3);
}

TEST(BusyLine, KeepsARequestWaitingThatComesOnePicosecondEarly) {
  HomeBench bench;
  transfer_to_3(bench, Op::kGetX);
  const auto sent = bench.send(kUnblocked - kPicosecond, Op::kGetX, 0);
  expect_only(sent, Op::kFwdX, 3, kUnblocked + kDirectory);
  EXPECT_EQ(line_queue(sent[0]), 1);
}

TEST(BusyLine, ServesARequestThatComesOnTimeAtOnce) {
  HomeBench bench;
  transfer_to_3(bench, Op::kGetX);
  const auto sent = bench.send(kUnblocked, Op::kGetX, 0);
  expect_only(sent, Op::kFwdX, 3, kUnblocked + kDirectory);
  EXPECT_EQ(line_queue(sent[0]), 0);
}

TEST(BusyLine, KeepsARequestWaitingForTheWholeTransfer) {
  HomeBench bench;
  transfer_to_3(bench, Op::kGetX);
  const auto sent = bench.send(kRequest, Op::kGetX, 0);
  expect_only(sent, Op::kFwdX, 3, kUnblocked + kDirectory);
  EXPECT_EQ(line_queue(sent[0]), (kUnblocked - kRequest).ps());
}

TEST(BusyLine, IsBusyWhileItBecomesSharedToo) {
  HomeBench bench;
  transfer_to_3(bench, Op::kGetS);
  const auto sent = bench.send(kUnblocked - kPicosecond, Op::kGetS, 0);
  expect_only(sent, Op::kDataS, 0, kUnblocked + kDirectory + kMemory);
  EXPECT_EQ(line_queue(sent[0]), 1);
}

TEST(BusyLine, IsBusyWhileSharersAreInvalidated) {
  HomeBench bench;
  bench.share_by_1_and_3();
  const base::Time late = kRequest * 10;
  bench.upgrade(late, 3);
  bench.send(late + kMemory, Op::kUnblock, 3);
  const auto sent = bench.send(late, Op::kGetS, 0);
  expect_only(sent, Op::kFwdS, 3, late + kMemory + kDirectory);
  EXPECT_EQ(line_queue(sent[0]), kMemory.ps());
}

TEST(BusyLine, DoesNotHoldUpOtherLines) {
  HomeBench bench;
  transfer_to_3(bench, Op::kGetX);
  const auto sent = bench.send(kRequest, Op::kGetX, 0, base::LineAddress::of(kHome, 18));
  expect_only(sent, Op::kDataE, 0, kRequest + kDirectory + kMemory);
}

}  // namespace
}  // namespace starnuma::test
