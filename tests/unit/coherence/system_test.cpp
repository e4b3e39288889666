// SPDX-License-Identifier: Apache-2.0
// Homes, hosts and the system, each step by step.
#include "testbenches/coherence/system.h"

#include <gtest/gtest.h>

#include "tests/unit/coherence/subject.h"

namespace starnuma::coherence_bench {
namespace {

using protocol::Message;
using protocol::RequesterEvent;
using protocol::RequesterState;

SystemConfig config(bool cxl, int hosts, int lines, int filter) {
  SystemConfig made;
  made.cxl = cxl;
  made.hosts = hosts;
  made.lines = lines;
  made.filter = filter;
  return made;
}

Flight request(protocol::cxl::Op op, int host, int line) {
  const auto socket = static_cast<base::SocketId>(host);
  return {Message::of(op, {static_cast<std::uint64_t>(line)}, socket),
          socket,
          protocol::kHome,
          0,
          {},
          0};
}

TEST(Homes, ADeviceReadsMemoryAndGrantsIt) {
  TestSubject test;
  Homes<2> homes(config(true, 2, 1, 1), test.subject());
  homes.line(0).data.memory = homes.line(0).data.latest = Data{7};
  Channels<8> channels;
  EXPECT_EQ(homes.receive(request(protocol::cxl::Op::kMemRdShared, 1, 0), 0, channels), 1u);
  ASSERT_GT(channels.size(), 0);
  bool data = false;
  for (const Flight& sent : channels) {
    EXPECT_EQ(sent.to, base::SocketId{1});
    if (sent.message.carries_data()) data = sent.data == Data{7};
  }
  EXPECT_TRUE(data);
  EXPECT_TRUE(homes.line(0).present);
  EXPECT_FALSE(homes.busy(0));
}

TEST(Homes, AFullFilterEvictsAVictimAndTheRequestWaits) {
  TestSubject test;
  Homes<2> homes(config(true, 2, 2, 1), test.subject());
  Channels<8> channels;
  homes.receive(request(protocol::cxl::Op::kMemRdOwn, 0, 0), 0, channels);
  const int granted = channels.size();
  EXPECT_EQ(homes.receive(request(protocol::cxl::Op::kMemRdOwn, 1, 1), 0, channels),
            1u);  // line 0 changes
  ASSERT_EQ(channels.size(), granted + 1);
  EXPECT_EQ(channels[granted].message.cxl, protocol::cxl::Op::kBISnpInv);
  EXPECT_TRUE(homes.busy(0));
  EXPECT_TRUE(homes.waits_for_entry(1));
  EXPECT_EQ(homes.receive(request(protocol::cxl::Op::kMemRdOwn, 1, 1), 0, channels), 0u);  // waits
  Flight answer = request(protocol::cxl::Op::kBIRspI, 0, 0);
  EXPECT_EQ(homes.receive(answer, 0, channels), 3u);  // both lines change
  EXPECT_FALSE(homes.line(0).present);
  EXPECT_TRUE(homes.line(1).present);
  EXPECT_TRUE(homes.idle());
}

TEST(Homes, AMessageWithoutARowIsBroken) {
  TestSubject test;
  Homes<2> homes(config(true, 2, 1, 1), test.subject());
  Channels<8> channels;
  try {
    homes.receive(request(protocol::cxl::Op::kBIRspI, 0, 0), 0, channels);
    FAIL() << "no violation";
  } catch (const Broken& broken) {
    EXPECT_EQ(broken.check, Check::kRow);
    EXPECT_EQ(broken.what, "the device in state I has no row for BIRspI");
  }
}

TEST(Hosts, AStoreCompletesWithTheGrantAndWritesTheHostsWord) {
  TestSubject test;
  Hosts<2, 1> hosts(config(false, 2, 1, 1), test.subject());
  Channels<8> channels;
  LineMemory home;
  ASSERT_TRUE(hosts.start(1, 0, RequesterEvent::kStore, home, channels));
  EXPECT_EQ(hosts.completed().host, -1);
  EXPECT_FALSE(hosts.start(1, 0, RequesterEvent::kStore, home, channels));
  ASSERT_EQ(channels.size(), 1);
  Flight grant{Message::of(protocol::coherence::Op::kDataE, {0}, base::SocketId{1}),
               protocol::kHome,
               base::SocketId{1},
               0,
               {},
               0};
  hosts.receive(grant, home, channels);
  EXPECT_EQ(hosts.completed().host, 1);
  EXPECT_TRUE(hosts.completed().store);
  EXPECT_EQ(home.latest, (Data{0, 1, 0, 0}));
  EXPECT_EQ(hosts.copy(1, 0).data, home.latest);
  EXPECT_TRUE(protocol::is_writable(hosts.copy(1, 0).line.state));
}

TEST(Hosts, AGrantOfOldDataIsBroken) {
  TestSubject test;
  Hosts<2, 1> hosts(config(false, 2, 1, 1), test.subject());
  Channels<8> channels;
  LineMemory home;
  home.latest = Data{3};
  hosts.start(1, 0, RequesterEvent::kLoad, home, channels);
  const Flight grant{Message::of(protocol::coherence::Op::kDataS, {0}, base::SocketId{1}),
                     protocol::kHome,
                     base::SocketId{1},
                     0,
                     {},
                     0};
  EXPECT_THROW(hosts.receive(grant, home, channels), Broken);
}

TEST(Hosts, TheMoverFillsALineAndHasNoWordOfItsOwn) {
  TestSubject test;
  Hosts<2, 1> hosts(config(false, 2, 1, 1), test.subject());
  Channels<8> channels;
  LineMemory home;
  const Data page{1, 2, 3, 4};
  ASSERT_TRUE(hosts.start_move(0, RequesterEvent::kStore, &page, home, channels));
  EXPECT_FALSE(hosts.start_move(0, RequesterEvent::kStore, &page, home, channels));
  const Flight grant{Message::of(protocol::coherence::Op::kDataE, {0}, base::SocketId{0}),
                     protocol::kHome,
                     base::SocketId{0},
                     0,
                     {},
                     0};
  hosts.receive(grant, home, channels);
  EXPECT_EQ(home.latest, page);
  EXPECT_FALSE(hosts.completed().store);
}

using Small = System<3, 2, 32>;

/// Delivers messages until none is left; returns the number of deliveries.
int drain(Small& system) {
  int delivered = 0;
  while (system.channels().size() > 0) {
    bool moved = false;
    for (int i = 0; i < system.channels().size() && !moved; ++i) {
      const Step step = system.deliver(i);
      EXPECT_NE(step, Step::kBroken) << system.failure();
      moved = step == Step::kDone;
    }
    if (!moved) return -1;
    ++delivered;
  }
  return delivered;
}

class SystemTest : public testing::TestWithParam<bool> {};

TEST_P(SystemTest, StoresOfAllHostsAreFoundByTheLastReader) {
  TestSubject test;
  Small system(config(GetParam(), 3, 1, 1), test.subject());
  for (int host = 0; host < 3; ++host) {
    ASSERT_EQ(system.start(host, 0, RequesterEvent::kStore), Step::kDone);
    EXPECT_FALSE(system.idle());
    EXPECT_GT(drain(system), 0);
    EXPECT_TRUE(system.idle());
  }
  ASSERT_EQ(system.start(0, 0, RequesterEvent::kLoad), Step::kDone);
  drain(system);
  EXPECT_EQ(system.hosts().copy(0, 0).data, (Data{1, 1, 1, 0}));
}

TEST_P(SystemTest, QueuedRequestsAreServedInOrderOfArrival) {
  TestSubject test;
  SystemConfig in_order = config(GetParam(), 3, 1, 1);
  in_order.in_order = true;
  Small system(in_order, test.subject());
  for (int host = 0; host < 3; ++host) system.start(host, 0, RequesterEvent::kStore);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(system.deliver(0), Step::kDone) << system.failure();
  EXPECT_GT(drain(system), 0);
  EXPECT_EQ(system.homes().line(0).data.latest, (Data{1, 1, 1, 0}));
}

INSTANTIATE_TEST_SUITE_P(SocketHomeAndDevice, SystemTest, testing::Bool());

TEST(System, AHiddenWriteIsFound) {
  TestSubject test;
  Small system(config(true, 2, 1, 1), test.subject());
  system.start(0, 0, RequesterEvent::kLoad);
  drain(system);
  system.hosts().copy(0, 0).data = Data{9};
  EXPECT_EQ(system.start(1, 0, RequesterEvent::kLoad), Step::kBroken);
  EXPECT_EQ(system.check_failed(), Check::kLatestData);
  EXPECT_EQ(system.failure(), "the copy of host 0 is old");
}

TEST(System, ASecondWriterIsFound) {
  TestSubject test;
  Small system(config(false, 2, 1, 1), test.subject());
  system.start(0, 0, RequesterEvent::kStore);
  drain(system);
  system.hosts().copy(1, 0) = system.hosts().copy(0, 0);
  EXPECT_EQ(system.start(0, 0, RequesterEvent::kLoad), Step::kBroken);
  EXPECT_EQ(system.check_failed(), Check::kOneWriter);
}

TEST(System, ALostMessageIsADeadlock) {
  TestSubject test;
  Small system(config(true, 2, 1, 1), test.subject());
  system.start(0, 0, RequesterEvent::kLoad);
  drain(system);
  system.start(1, 0, RequesterEvent::kLoad);
  system.channels().remove(0);
  EXPECT_EQ(system.start(0, 0, RequesterEvent::kLoad), Step::kBroken);
  EXPECT_EQ(system.check_failed(), Check::kNoDeadlock);
}

}  // namespace
}  // namespace starnuma::coherence_bench
