// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/posted_calls.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/elaborate.h"

namespace starnuma::kernel::posted_calls_test {
namespace {

using base::Time;
using namespace base::literals;

/// Immediate (false) and queued execution (true) with two outstanding calls.
class PostedCallsTest : public testing::TestWithParam<bool> {
 protected:
  /// Posts calls one after the other, as soon as there is capacity; each takes its time of `spans`.
  std::vector<PostedCalls::Capacity> post(const std::vector<Time>& spans) {
    std::vector<PostedCalls::Capacity> found;
    const auto all = [&] {
      Time time = 1_ns;
      time = execution.wait_until(time);
      for (const Time span : spans) {
        found.push_back(posted.post(
            execution, time, [this, time, span] { return execution.wait_until(time + span); }));
        time = found.back().time;
      }
    };
    GetParam() ? dispatcher.spawn(all) : all();
    test::let_pass(100_ns);
    EXPECT_EQ(dispatcher.pending_fibers(), 0U);
    return found;
  }

  QueuedDispatcher dispatcher{"dispatcher"};
  Dispatcher immediate;
  Execution execution{GetParam() ? static_cast<Dispatcher&>(dispatcher) : immediate};
  PostedCalls posted{2};
};

INSTANTIATE_TEST_SUITE_P(, PostedCallsTest, testing::Bool(), [](const auto& test) {
  return std::string(test.param ? "Queued" : "Immediate");
});

TEST_P(PostedCallsTest, TheNextStartsAtOnceBelowTheLimit) {
  const auto found = post({10_ns});
  EXPECT_EQ(found[0].time, 1_ns);
  EXPECT_FALSE(found[0].full);
  EXPECT_EQ(found[0].waited, 0_ns);
}

/// Calls of 10, 4 and 20 ns: the second ends at 5 ns, and the first at 11 ns.
TEST_P(PostedCallsTest, TheNextWaitsAtTheLimitForTheFirstThatEnds) {
  const auto found = post({10_ns, 4_ns, 20_ns});
  EXPECT_EQ(found[1].time, 5_ns);
  EXPECT_TRUE(found[1].full);
  EXPECT_EQ(found[1].waited, 4_ns);
  EXPECT_EQ(found[2].time, 11_ns);
  EXPECT_EQ(found[2].waited, 6_ns);
}

}  // namespace
}  // namespace starnuma::kernel::posted_calls_test
