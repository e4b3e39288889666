// SPDX-License-Identifier: Apache-2.0
#include "models/home_agent/home_agent.h"

#include <gtest/gtest.h>

#include <tuple>

#include "models/protocol/coherence/home_function.h"
#include "models/protocol/cxl/device_function.h"
#include "tests/support/elaborate.h"
#include "tests/support/message_bench.h"

namespace starnuma::test {
namespace {

using kernel::Envelope;
using kernel::Outbox;
using protocol::Message;
using protocol::coherence::HomeEntry;
using protocol::coherence::HomeState;
using protocol::coherence::Op;

constexpr base::AgentMap kAgents{4, 0};
constexpr base::NodeId kNode{2};
constexpr int kHomeAgent = 4 + 2;
constexpr base::LineAddress kLine = base::LineAddress::of(kNode, 17);
constexpr base::Time kStart{10'000};
constexpr base::Time kRead{40'000};

/// A home whose reaction to each message is set by a test.
class Home : public sc_core::sc_module, public home_agent::HomeAgent {
 public:
  Home(const sc_core::sc_module_name& name, int channels, kernel::Dispatcher& dispatcher)
      : sc_module(name),
        HomeAgent(kNode, kAgents, channels, base::Bytes(128), dispatcher),
        mem_side("mem_side", static_cast<std::size_t>(channels)) {}

 private:
  void arrive(Envelope& envelope) { dispatcher().arrived(envelope, *this); }

 public:
  kernel::Initiator<Envelope> to_fabric{"to_fabric"};
  kernel::Target<&Home::arrive> from_fabric{"from_fabric", *this};
  MemorySide mem_side;
  std::function<void(Home&, Envelope&, Outbox&)> does;

  void handle(Envelope& envelope, Outbox& outbox) override { does(*this, envelope, outbox); }
  void transmit(Envelope& envelope) override { to_fabric.send(envelope); }

  using HomeAgent::access_memory;
  using HomeAgent::ask;
  using HomeAgent::post;
  using HomeAgent::prefetch_memory;
  using HomeAgent::report_sharers;
  using HomeAgent::wait_while_busy;

 private:
  void end_of_elaboration() override { connect_memory(mem_side); }
};

/// Three channels, and a fabric that sends the home one message.
class HomeAgentParts : public sc_core::sc_module {
 public:
  explicit HomeAgentParts(const sc_core::sc_module_name& name) : sc_module(name) {
    home.to_fabric.bind(fabric.from_agent[0]);
    fabric.to_agent[0].bind(home.from_fabric);
    for (std::size_t c = 0; c < 3; ++c) home.mem_side[c].bind(memory[c].mem_side);
  }
  std::vector<SentMessage> when_told(std::function<void(Home&, Envelope&, Outbox&)> does) {
    home.does = std::move(does);
    return fabric.send(kStart, 1, kHomeAgent, Message::of(Op::kGetS, kLine, base::SocketId{1}));
  }

  kernel::Dispatcher dispatcher;
  Home home{"home", 3, dispatcher};
  MockFabric fabric{"fabric", 1, dispatcher};
  MockMemory memory[3] = {{"memory0", kRead}, {"memory1", kRead}, {"memory2", kRead}};
};

/// HomeAgentParts after elaboration.
class HomeAgentBench : public HomeAgentParts {
 public:
  HomeAgentBench() : HomeAgentParts("bench") { elaborate(); }
};

TEST(HomeAgent, BlocksOfLinesLieOnChannelsInTurn) {
  HomeAgentBench bench;
  bench.when_told([](Home& home, Envelope& envelope, Outbox&) {
    for (const std::uint64_t line : {0, 1, 2, 6, 7}) {
      home.prefetch_memory(line);  // changes nothing
      home.access_memory(envelope, line, false);
    }
    home.access_memory(envelope, 5, true);
  });
  EXPECT_EQ(bench.memory[0].reads, 4);
  EXPECT_EQ(bench.memory[1].reads, 1);
  EXPECT_EQ(bench.memory[2].reads, 0);
  EXPECT_EQ(bench.memory[2].writes, 1);
}

TEST(HomeAgent, AMessageMovesOnToWhenItsDataAreThere) {
  HomeAgentBench bench;
  bench.when_told([](Home& home, Envelope& envelope, Outbox&) {
    home.access_memory(envelope, 3, false);
    EXPECT_EQ(envelope.time.ps(), (kStart + kRead).ps());
    EXPECT_EQ(envelope.ledger.total().ps(), kRead.ps());
  });
}

TEST(HomeAgent, AMessageWaitsWhileItsLineIsBusyAndNoLonger) {
  HomeAgentBench bench;
  bench.when_told([](Home& home, Envelope& envelope, Outbox&) {
    HomeEntry entry;
    entry.busy_until = kStart;
    home.wait_while_busy(envelope, entry);
    EXPECT_EQ(envelope.ledger.total().ps(), 0);
    entry.busy_until = kStart + base::Time(1);
    home.wait_while_busy(envelope, entry);
    EXPECT_EQ(envelope.time.ps(), kStart.ps() + 1);
    EXPECT_EQ(envelope.ledger.queue().ps(), 1);
  });
}

TEST(HomeAgent, ExactlyTheSocketsOfAReactionAreAsked) {
  HomeAgentBench bench;
  const auto sent = bench.when_told([](Home& home, Envelope& envelope, Outbox& outbox) {
    protocol::Reaction reaction;
    reaction.asked = 0b1001;
    reaction.ask = Message::of(Op::kInv, kLine, base::SocketId{1});
    EXPECT_EQ(home.ask(envelope, reaction, outbox), 2);
    home.post(outbox.reply_to(envelope), base::SocketId{2},
              Message::of(Op::kDataE, kLine, base::SocketId{2}));
  });
  ASSERT_EQ(sent.size(), 3u);
  EXPECT_EQ(std::make_tuple(sent[0].from, sent[0].to, sent[0].is(Op::kInv)),
            std::make_tuple(kHomeAgent, 0, true));
  EXPECT_EQ(std::make_tuple(sent[1].from, sent[1].to, sent[1].is(Op::kInv)),
            std::make_tuple(kHomeAgent, 3, true));
  EXPECT_EQ(std::make_tuple(sent[2].from, sent[2].to, sent[2].is(Op::kDataE)),
            std::make_tuple(kHomeAgent, 2, true));
}

struct Sharers : kernel::CopyObserver {
  void gained(base::LineAddress, base::SocketId, bool, Version, base::Time) override {}
  void gained_without_data(base::LineAddress, base::SocketId, bool, base::Time) override {}
  void vanished(base::LineAddress) override {}
  void weakened(base::LineAddress, base::SocketId) override {}
  void lost(base::LineAddress, base::SocketId) override {}
  void wrote(base::LineAddress, base::SocketId, base::Time) override {}
  Version sent(base::LineAddress) override { return 0; }
  Version sent_by_memory(base::LineAddress) override { return 0; }
  void stored(base::LineAddress, Version) override {}
  void tracked(base::LineAddress line, std::uint32_t sockets, base::Time) override {
    EXPECT_EQ(line, kLine);
    told.push_back(sockets);
  }
  std::vector<std::uint32_t> told;
};

TEST(HomeAgent, TheCheckerHearsOfSharersInStableStatesOnly) {
  HomeAgentBench bench;
  Sharers sharers;
  const auto tell = [](Home& home, Envelope& envelope, Outbox&) {
    HomeEntry entry;
    entry.sharers = 0b110;
    entry.state = HomeState::kShared;
    home.report_sharers(kLine, &entry, envelope.time);
    entry.state = HomeState::kToShared;
    home.report_sharers(kLine, &entry, envelope.time);
    home.report_sharers<protocol::cxl::DeviceEntry>(kLine, nullptr, envelope.time);
  };
  bench.when_told(tell);  // no subscriber
  bench.dispatcher.observe_copies(&sharers);
  bench.when_told(tell);
  EXPECT_EQ(sharers.told, (std::vector<std::uint32_t>{0b110, 0}));
}

}  // namespace
}  // namespace starnuma::test
