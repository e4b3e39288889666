// SPDX-License-Identifier: Apache-2.0
// A message that a line's state does not allow stops the run and says which object, line and time.
#include "tests/module/home/home_bench.h"
#include "tests/support/invariant.h"

namespace starnuma::test {
namespace {

constexpr base::Time kWhen{7'654'321};

std::vector<std::string> home_line_and_time() {
  return {"bench.home", std::to_string(kLine.value), std::to_string(kWhen.ps())};
}

TEST(IllegalMessage, UnblockOfALineThatIsNotBusy) {
  HomeBench bench;
  expect_invariant_error([&] { bench.send(kWhen, Op::kUnblock, 1); }, home_line_and_time());
}

TEST(IllegalMessage, CopyBackOfAnUncachedLine) {
  HomeBench bench;
  expect_invariant_error([&] { bench.send(kWhen, Op::kCopyBack, 1); }, home_line_and_time());
}

TEST(IllegalMessage, PutOfASocketThatDoesNotOwnTheLine) {
  HomeBench bench;
  bench.send(base::Time(0), Op::kGetX, 1);
  expect_invariant_error([&] { bench.send(kWhen, Op::kPutM, 3); }, home_line_and_time());
}

TEST(IllegalMessage, PutOfALineThatIsShared) {
  HomeBench bench;
  bench.share_by_1_and_3();
  expect_invariant_error([&] { bench.send(kWhen, Op::kPutE, 1); }, home_line_and_time());
}

TEST(IllegalMessage, MessageThatOnlyCachingAgentsReceive) {
  HomeBench bench;
  expect_invariant_error([&] { bench.send(kWhen, Op::kInvAck, 1); }, home_line_and_time());
}

TEST(IllegalMessage, SecondRequestWhileTheFirstHasNotUnblocked) {
  HomeBench bench;
  bench.send(base::Time(0), Op::kGetX, 1);
  bench.send(base::Time(1'000'000), Op::kGetX, 3);
  // The directory has been looked up when the missing row is found.
  std::vector<std::string> parts = home_line_and_time();
  parts.back() = std::to_string((kWhen + kDirectory).ps());
  expect_invariant_error([&] { bench.send(kWhen, Op::kGetX, 0); }, parts);
}

}  // namespace
}  // namespace starnuma::test
