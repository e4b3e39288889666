// SPDX-License-Identifier: Apache-2.0
// Requests and puts for a busy line wait in order of arrival; puts that a forward has overtaken are
// stale.
#include "tests/module/home/home_bench.h"

namespace starnuma::test::waiting_message_test {
namespace {

constexpr base::Time kFirst{1'000'000};
constexpr base::Time kSecond{1'010'000};
constexpr base::Time kUnblocked{1'300'000};

TEST(WaitingMessage, IsServedWhenTheRequesterHasUnblocked) {
  HomeBench bench;
  bench.send(base::Time(0), Op::kGetX, 1);
  bench.send(kFirst, Op::kGetX, 3);
  EXPECT_TRUE(bench.send(kSecond, Op::kGetX, 0).empty());
  const auto sent = bench.send(kUnblocked, Op::kUnblock, 3);
  expect_only(sent, Op::kFwdX, 3, kUnblocked);
  EXPECT_EQ(sent[0].ledger.ps[static_cast<std::size_t>(accounting::LatencyKind::kLineQueue)],
            (kUnblocked - kSecond - kDirectory).ps());
}

TEST(WaitingMessage, WaitsForTheCopyBackTooWhereOneComes) {
  HomeBench bench;
  bench.send(base::Time(0), Op::kGetX, 1);
  bench.send(kFirst, Op::kGetS, 3);
  EXPECT_TRUE(bench.send(kSecond, Op::kGetX, 0).empty());
  EXPECT_TRUE(bench.send(kUnblocked, Op::kUnblock, 3).empty());
  EXPECT_EQ(bench.send(kUnblocked * 2, Op::kCopyBack, 1).size(),
            3u);  // invalidations of 1 and 3, the grant
}

TEST(StalePut, OfADirtyLineIsAcknowledgedAndChangesNothing) {
  HomeBench bench;
  bench.send(base::Time(0), Op::kGetX, 1);
  const auto sent = bench.send(kFirst, Op::kPutM, 3);
  expect_only(sent, Op::kPutAck, 3, kFirst);
  EXPECT_EQ(bench.memory.writes, 0);
}

TEST(StalePut, OfACleanLineIsForgotten) {
  HomeBench bench;
  bench.share_by_1_and_3();
  EXPECT_TRUE(bench.send(kUnblocked * 2, Op::kPutE, 1).empty());
}

}  // namespace
}  // namespace starnuma::test::waiting_message_test
