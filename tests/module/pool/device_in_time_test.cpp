// SPDX-License-Identifier: Apache-2.0
// In queued delivery a line is held until its grant has left, and a retry takes a look-up and a
// turn.
#include "models/kernel/queued_dispatcher.h"
#include "tests/module/pool/device_bench.h"
#include "tests/support/elaborate.h"

namespace starnuma::test::device_in_time {
namespace {

constexpr base::Time kStart{1'000'000};
/// Time at which a first grant leaves.
constexpr base::Time kGrant = kStart + kDirectory + kMemory;
constexpr base::Time kInterval{500};
constexpr base::Time kPicosecond{1};

class DeviceInTime : public sc_core::sc_module {
 public:
  DeviceInTime() : sc_module(sc_core::sc_module_name("bench")) {
    for (std::size_t head = 0; head < 4; ++head) {
      device.head_out[head].bind(fabric.from_agent[head]);
      fabric.to_agent[head].bind(device.head_in[head]);
    }
    device.mem_side[0].bind(memory.mem_side);
    elaborate();
  }

  void send(base::Time time, Op op, int host, base::LineAddress line = kLine) {
    dispatcher.execute(fabric, [&](kernel::Outbox& outbox) {
      outbox.start(time).seal(static_cast<base::AgentId>(host),
                              static_cast<base::AgentId>(kDeviceAgent),
                              Message::of(op, line, static_cast<base::SocketId>(host)));
    });
  }
  /// Drains the system and returns all messages that the device has sent, in order of time.
  const std::vector<SentMessage>& drained() {
    sc_core::sc_start();
    return fabric.sent;
  }

  static pool::DevicePlace place() {
    pool::DevicePlace place{kPool, kAgents,         4,           {0, 1, 2, 3}, 1, base::Bytes(256),
                            1,     base::Bytes(64), kFilterLines};
    place.queued = true;
    return place;
  }
  static pool::DeviceConfig config() {
    pool::DeviceConfig config{base::Time(7'000), kDirectory, kFilterWays, {}};
    config.queued = {kInterval, 1, timing::Arbitration::kRoundRobin, 16, 16, 1, 2, 3};
    return config;
  }

  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  pool::MultiHeadedDevice device{"device", config(), place(), dispatcher};
  MockFabric fabric{"fabric", 4, dispatcher};
  MockMemory memory{"memory", kMemory};
};

TEST(HeldLine, ARequestOnePicosecondBeforeTheGrantLeavesIsLookedUpAgain) {
  DeviceInTime bench;
  bench.send(kStart, Op::kMemRdOwn, 1);
  bench.send(kGrant - kDirectory - kPicosecond, Op::kMemRdOwn, 3);
  const auto& sent = bench.drained();
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_EQ(sent[0].time, kGrant);
  EXPECT_TRUE(sent[1].is(Op::kBISnpInv));
  EXPECT_EQ(sent[1].time, kGrant + kDirectory);
  EXPECT_EQ(sent[1].ledger.queue(), kDirectory + kPicosecond);
}

TEST(HeldLine, ARequestWhenTheGrantLeavesDoesNotWait) {
  DeviceInTime bench;
  bench.send(kStart, Op::kMemRdOwn, 1);
  bench.send(kGrant - kDirectory, Op::kMemRdOwn, 3);
  EXPECT_EQ(bench.drained()[1].time, kGrant);
  EXPECT_EQ(bench.fabric.sent[1].ledger.queue(), base::Time(0));
}

TEST(HeldLine, KeepsItsStateUntilTheGrantHasLeft) {
  DeviceInTime bench;
  bench.send(kStart, Op::kMemRdOwn, 1);
  bench.send(kStart + kPicosecond, Op::kMemRdOwn, 3);
  let_pass(kGrant);
  EXPECT_EQ(bench.device.entry_of(kLine)->state, protocol::cxl::DeviceState::kOwned);
  EXPECT_EQ(bench.device.requests_waiting(), 1u);
}

TEST(HeldLine, IsNoVictim) {
  DeviceInTime bench;
  bench.send(base::Time(0), Op::kMemRdOwn, 1, same_set(1));
  bench.send(kStart, Op::kMemRdOwn, 1);
  bench.send(kStart + kInterval, Op::kMemClnEvct, 2, same_set(1));  // stale, but the last use
  bench.send(kStart + kInterval * 2, Op::kMemRdOwn, 3, same_set(2));
  const auto& sent = bench.drained();
  ASSERT_EQ(sent.size(), 4u);
  EXPECT_TRUE(sent[2].is(Op::kBISnpInv));
  EXPECT_EQ(sent[2].message.line, same_set(1));
}

TEST(HeldLine, BecomesAVictimWhenItsGrantHasLeft) {
  DeviceInTime bench;
  bench.send(kStart, Op::kMemRdOwn, 1);
  bench.send(kStart + kInterval, Op::kMemRdOwn, 1, same_set(1));
  bench.send(kStart + kInterval * 2, Op::kMemRdOwn, 3, same_set(2));
  const auto& sent = bench.drained();
  ASSERT_EQ(sent.size(), 3u);
  EXPECT_EQ(sent[2].message.line, kLine);
  EXPECT_EQ(sent[2].time, kGrant + kDirectory);
}

TEST(RetriedRequest, TakesATurnOfTheDirectory) {
  DeviceInTime bench;
  bench.send(kStart, Op::kMemRdOwn, 1);
  bench.send(kStart + kInterval, Op::kMemRdShared, 3);
  bench.send(kGrant - kPicosecond, Op::kMemRdShared, 0, same_set(1));  // takes the turn before
  const auto& sent = bench.drained();
  EXPECT_TRUE(sent[1].is(Op::kBISnpData));
  EXPECT_EQ(sent[1].time, kGrant + kInterval - kPicosecond + kDirectory);
  EXPECT_EQ(bench.device.requests_waiting(), 0u);
}

TEST(RetriedRequest, OfALineAreServedInOrderOfArrival) {
  DeviceInTime bench;
  bench.send(kStart, Op::kMemRdShared, 1);
  bench.send(kStart + kInterval, Op::kMemRdShared, 3);
  bench.send(kStart + kInterval * 2, Op::kMemRdShared, 0);
  bench.send(kGrant + kDirectory * 2, Op::kBIRspS, 1);
  bench.send(kGrant + kDirectory, Op::kMemRdShared, 2);
  const auto& sent = bench.drained();
  ASSERT_EQ(sent.size(), 5u);  // four grants and a snoop
  EXPECT_EQ(sent[2].to, 3);
  EXPECT_EQ(sent[3].to, 0);
  EXPECT_EQ(sent[4].to, 2);
}

TEST(SnoopAnswer, IsNoUseOfItsLine) {
  DeviceInTime bench;
  bench.send(base::Time(0), Op::kMemRdOwn, 1);
  bench.send(base::Time(200'000), Op::kMemRdOwn, 1, same_set(1));
  bench.send(kStart, Op::kMemRdOwn, 3);
  bench.send(kStart + kInterval, Op::kMemClnEvct, 2, same_set(1));  // stale, but the last use
  bench.send(kStart * 2, Op::kBIRspI, 1);
  bench.send(kStart * 3, Op::kMemRdOwn, 3, same_set(2));
  EXPECT_EQ(bench.drained().back().message.line, kLine);
}

}  // namespace
}  // namespace starnuma::test::device_in_time
