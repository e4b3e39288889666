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

TEST(IllegalMessage, MessageThatOnlyCachingAgentsReceive) {
  HomeBench bench;
  expect_invariant_error([&] { bench.send(kWhen, Op::kInvAck, 1); }, home_line_and_time());
}

}  // namespace
}  // namespace starnuma::test
