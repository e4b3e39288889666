// SPDX-License-Identifier: Apache-2.0
// Accesses that wait for a paused path: until the time of its end in immediate delivery, until it
// opens in queued delivery, where a pause may end later than announced.
#include "models/cache/agent_faults.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "models/kernel/now.h"
#include "tests/support/elaborate.h"

namespace starnuma::test::paused_paths_test {
namespace {

using namespace base::literals;
using base::LineAddress;
using base::NodeId;
using base::SocketId;
using base::Time;
using protocol::Access;

constexpr SocketId kSocket{1};
constexpr NodeId kPaused{2};
constexpr int kFault = 4;

/// Immediate (false) and queued delivery (true).
class Pauses : public testing::TestWithParam<bool> {
 protected:
  Pauses() {
    used().keep_damage(&damage);
    damage.pause(kSocket, kPaused, kFault, 50_ns, false);
  }
  kernel::Dispatcher& used() {
    return GetParam() ? static_cast<kernel::Dispatcher&>(queued) : immediate;
  }
  static Access at(Time time, NodeId home) {
    Access access;
    access.line = LineAddress::of(home, 3);
    access.time = time;
    return access;
  }
  void call(std::function<void()> body) {
    if (GetParam()) return queued.spawn(std::move(body));
    body();
  }

  kernel::QueuedDispatcher queued{"queued"};
  kernel::Dispatcher immediate;
  ras::Damage damage{2, 3};
  cache::PausedPaths paths{kSocket, used()};
};

INSTANTIATE_TEST_SUITE_P(, Pauses, testing::Bool(), [](const auto& test) {
  return std::string(test.param ? "Queued" : "Immediate");
});

TEST_P(Pauses, HoldAnAccessUntilThePathOpens) {
  Access access = at(0_ns, kPaused);
  bool held = false;
  call([&] { held = paths.hold(access); });
  call([&] {
    kernel::Execution(used()).wait_until(30_ns);
    paths.opened();  // another path has opened
    kernel::Execution(used()).wait_until(57_ns);
    damage.open(kSocket, kPaused);
    paths.opened();
  });
  sc_core::sc_start();
  EXPECT_TRUE(held);
  EXPECT_EQ(access.time, GetParam() ? 57_ns : 50_ns);
  EXPECT_EQ(access.mshr_queue, access.time);
  ASSERT_EQ(damage.events().size(), 1U);
  EXPECT_EQ(damage.events()[0].what, ras::What::kHeld);
  EXPECT_EQ(damage.events()[0].time, 0_ns);
  EXPECT_EQ(damage.events()[0].fault, kFault);
}

TEST_P(Pauses, HoldNoAccessOfAnotherPath) {
  Access access = at(0_ns, NodeId{1});
  bool held = true;
  call([&] { held = paths.hold(access); });
  sc_core::sc_start();
  EXPECT_FALSE(held);
  EXPECT_EQ(access.time, 0_ns);
  EXPECT_TRUE(damage.events().empty());
}

TEST_P(Pauses, AreOverForALaterAccessInImmediateDelivery) {
  if (GetParam()) return;
  Access access = at(50_ns, kPaused);
  EXPECT_FALSE(paths.hold(access));
  access.time = 49_ns;
  EXPECT_TRUE(paths.hold(access));
  EXPECT_EQ(access.mshr_queue, 1_ns);
}

}  // namespace
}  // namespace starnuma::test::paused_paths_test
