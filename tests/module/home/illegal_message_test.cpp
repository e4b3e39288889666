// SPDX-License-Identifier: Apache-2.0
// A message that is illegal in a line's state stops the run with object, message, line and time.
#include "models/base/address_text.h"
#include "tests/module/home/home_bench.h"
#include "tests/support/invariant.h"

namespace starnuma::test {
namespace {

constexpr base::Time kWhen{7'654'321};

/// Returns the required parts of an error about `message`, with the line as `explain --line` takes
/// it.
std::vector<std::string> all_of_it(const std::string& message) {
  return {"bench.home: no row for " + message + " from socket 1 in state Uncached",
          "line " + base::address_text(kLine) + " at " + std::to_string(kWhen.ps()) + " ps"};
}

TEST(IllegalMessage, UnblockOfALineThatIsNotBusy) {
  HomeBench bench;
  expect_invariant_error([&] { bench.send(kWhen, Op::kUnblock, 1); }, all_of_it("Unblock"));
}

TEST(IllegalMessage, CopyBackOfAnUncachedLine) {
  HomeBench bench;
  expect_invariant_error([&] { bench.send(kWhen, Op::kCopyBack, 1); }, all_of_it("CopyBack"));
}

TEST(IllegalMessage, MessageThatOnlyCachingAgentsReceive) {
  HomeBench bench;
  expect_invariant_error([&] { bench.send(kWhen, Op::kInvAck, 1); }, all_of_it("InvAck"));
}

}  // namespace
}  // namespace starnuma::test
