// SPDX-License-Identifier: Apache-2.0
// In SystemC time no message about a line leaves its home before the preceding grant.
#include "models/kernel/queued_dispatcher.h"
#include "tests/module/home/home_bench.h"
#include "tests/support/elaborate.h"

namespace starnuma::test::grant_order {
namespace {

constexpr base::Time kStart{1'000'000};
constexpr base::Time kGrant =
    kStart + kDirectory + kMemory;  ///< Time at which a first grant leaves.
constexpr base::Time kPicosecond{1};

class HomeInTime : public sc_core::sc_module {
 public:
  HomeInTime() : sc_module(sc_core::sc_module_name("bench")) {
    home.to_fabric.bind(fabric.from_agent[0]);
    fabric.to_agent[0].bind(home.from_fabric);
    home.mem_side[0].bind(memory.mem_side);
    elaborate();
  }

  void request(base::Time time, Op op, int socket) {
    dispatcher.execute(fabric, [&](kernel::Outbox& outbox) {
      outbox.start(time).seal(static_cast<base::AgentId>(socket),
                              static_cast<base::AgentId>(kHomeAgent),
                              Message::of(op, kLine, static_cast<base::SocketId>(socket)));
    });
  }
  /// Drains the system and returns all messages that the home has sent.
  const std::vector<SentMessage>& drained() {
    sc_core::sc_start();
    return fabric.sent;
  }

  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  home::SocketHome home{"home",
                        {kDirectory},
                        {kHome, kAgents, 1, base::Bytes(256), 64, nullptr, 0, base::Time(0)},
                        dispatcher};
  MockFabric fabric{"fabric", 1, dispatcher};
  MockMemory memory{"memory", kMemory};
};

TEST(GrantOrder, AForwardLeavesAfterTheGrantThatItFollows) {
  HomeInTime bench;
  bench.request(kStart, Op::kGetS, 1);
  bench.request(kStart + kPicosecond, Op::kGetX, 3);
  const auto& sent = bench.drained();
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_TRUE(sent[0].is(Op::kDataE));
  EXPECT_EQ(sent[0].time, kGrant);
  EXPECT_TRUE(sent[1].is(Op::kFwdX));
  EXPECT_EQ(sent[1].to, 1);
  EXPECT_GT(sent[1].time, kGrant);
}

TEST(GrantOrder, ARequestOnePicosecondBeforeTheGrantLeavesWaitsForIt) {
  HomeInTime bench;
  bench.request(kStart, Op::kGetX, 1);
  bench.request(kGrant - kPicosecond, Op::kGetS, 3);
  EXPECT_EQ(bench.drained()[1].time, kGrant + kDirectory);
  EXPECT_EQ(bench.fabric.sent[1].ledger.queue(), kPicosecond);
}

TEST(GrantOrder, ARequestWhenTheGrantLeavesDoesNotWait) {
  HomeInTime bench;
  bench.request(kStart, Op::kGetX, 1);
  bench.request(kGrant, Op::kGetS, 3);
  EXPECT_EQ(bench.drained()[1].time, kGrant + kDirectory);
  EXPECT_EQ(bench.fabric.sent[1].ledger.queue(), base::Time(0));
}

TEST(GrantOrder, APutOfALineThatIsNoLongerOwnedDoesNotLetARequestPassTheGrant) {
  HomeInTime bench;
  bench.request(kStart, Op::kGetX, 1);
  bench.request(kGrant - kPicosecond, Op::kPutM, 2);
  bench.request(kGrant - kPicosecond, Op::kGetS, 3);
  const auto& sent = bench.drained();
  ASSERT_EQ(sent.size(), 3u);
  EXPECT_TRUE(sent[2].is(Op::kFwdS));
  EXPECT_EQ(sent[2].time, kGrant + kDirectory);
}

}  // namespace
}  // namespace starnuma::test::grant_order
