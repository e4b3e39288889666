// SPDX-License-Identifier: Apache-2.0
// Parts of a caching agent with a context of their own and without sockets.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "models/cache/requests.h"
#include "models/cache/snoops.h"
#include "tests/support/kinds.h"
#include "tests/support/message_bench.h"

namespace starnuma::test::agent_parts_test {

using namespace base::literals;
using base::LineAddress;
using base::NodeId;
using base::SocketId;
using base::Time;
using cache::CachingAgentStats;
using cache::LineState;
using cache::PrivateSnoop;
using cache::SocketEntry;
using kernel::Envelope;
using kernel::Outbox;
using protocol::Access;
using protocol::AccessKind;
using protocol::Message;
using Coherence = protocol::coherence::Op;
using Cxl = protocol::cxl::Op;
using Demand = PrivateSnoop::Demand;

constexpr SocketId kSelf{1};
constexpr SocketId kRequester{3};
constexpr NodeId kHome{2};
constexpr NodeId kDevice{4};
constexpr base::AgentMap kAgents{4, 1};
constexpr Time kFabric = 5_ns;
constexpr Time kSnoop = 50_ns;
constexpr Time kHomeTime = 200_ns;

/// Returns a line of a socket or of the device; all are in one set of the LLC.
inline LineAddress line_of(std::uint64_t n) { return LineAddress::of(kHome, 4 * n); }
inline LineAddress device_line(std::uint64_t n) { return LineAddress::of(kDevice, 4 * n); }

inline cache::CachingAgentPlace place_of_agent() {
  cache::CachingAgentPlace place;
  place.socket = kSelf;
  place.cores = 2;
  place.frequency = base::Frequency(1'000'000'000);
  place.agents = kAgents;
  place.class_of_home = {test::kOneHop, test::kLocal, test::kOneHop, test::kTwoHop, test::kPool};
  return place;
}

/// LLC of four sets of two lines, and one more line a set that only cores hold.
inline cache::SocketCacheConfig config() {
  cache::SocketCacheConfig config;
  config.llc_size_per_core = 256_B;
  config.llc_ways = 2;
  config.private_tag_ways = 1;
  config.private_snoop_latency = base::Cycles(7);
  return config;
}

struct Core : PrivateSnoop {
  bool snoop(LineAddress, Demand demand) override {
    snoops.push_back(demand);
    return dirty;
  }
  std::vector<Demand> snoops;
  bool dirty = false;
};

/// Parts of the agent of socket 1. The homes grant its requests with `grant` after kHomeTime.
class Parts : public sc_core::sc_module, public kernel::Agent, private kernel::MissObserver {
 public:
  explicit Parts(cache::CleanEvictionsAre clean = cache::CleanEvictionsAre::kNotified,
                 const sc_core::sc_module_name& name = "parts")
      : sc_module(name), evictions(context, lines, faults, clean) {
    lines.connect({&cores[0], &cores[1]});
    requests.add_observer(*this);
  }

  void transmit(Envelope& envelope) override {
    const Message message = envelope.open<Message>();
    sent.push_back({message, envelope.time, base::index_of(envelope.source),
                    base::index_of(envelope.destination), envelope.ledger});
    if (!grant || protocol::role_of(message) != protocol::Role::kRequest) return;
    envelope.advance(accounting::LatencyKind::kDramArray, kHomeTime);
    envelope.seal(envelope.destination, envelope.source, message.next(*grant));
    dispatcher.arrived(envelope, *this);
  }
  void handle(Envelope& envelope, Outbox& outbox) override {
    requests.granted(envelope, envelope.open<Message>(), outbox);
  }

  /// Makes a line present in a state; core 0 holds it.
  SocketEntry& have(LineAddress line, LineState state) {
    SocketEntry& entry = lines.tags.insert(line);
    if (lines.tags.llc_victim(line) == nullptr) lines.tags.insert_in_llc(entry);
    entry.state = LineState::kExclusive;
    Access fill = access(0_ns, line);
    lines.hand_over(fill, entry, 0);
    entry.state = state;
    return entry;
  }
  static Access access(Time time, LineAddress line, AccessKind kind = AccessKind::kLoad) {
    Access access;
    access.line = line;
    access.issued = access.time = time;
    access.kind = kind;
    return access;
  }
  /// Runs `work(outbox)` and returns the messages that the agent sends.
  template <class Work>
  const std::vector<SentMessage>& run(const Work& work) {
    sent.clear();
    context.execute(work);
    return sent;
  }
  template <class Op>
  const std::vector<SentMessage>& snoop(Time time, Op op, LineAddress line) {
    return run([&](Outbox& outbox) {
      Envelope envelope;
      envelope.time = time;
      snoops.handle(envelope, Message::of(op, line, kRequester), outbox);
    });
  }
  const std::vector<SentMessage>& evict(Time time, SocketEntry& entry) {
    return run([&](Outbox& outbox) { evictions.evict(entry, time, outbox); });
  }
  const std::vector<SentMessage>& acknowledge(Time time, Cxl op, LineAddress line) {
    return run([&](Outbox& outbox) {
      Envelope envelope;
      envelope.time = time;
      envelope.source = kAgents.home_of(line.node());
      evictions.given_up(envelope, Message::of(op, line, kSelf), *lines.registers.find(line),
                         outbox);
    });
  }
  std::vector<std::string> statistics(const CachingAgentStats::Events& events) const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    context.counts.report(writer, context.place, events);
    std::vector<std::string> names;
    for (const accounting::Stat& stat : stats) names.push_back(stat.path);
    return names;
  }

  kernel::Dispatcher dispatcher;
  kernel::FabricPort to_fabric{"to_fabric"};
  cache::AgentContext context{"agent", place_of_agent(), *this, dispatcher, to_fabric, kFabric};
  cache::SocketLines lines{context, config()};
  cache::DeviceWindows windows{context.place, context.execution};
  cache::AgentFaults faults{context, lines, windows};
  cache::Evictions evictions;
  cache::Requests requests{context, lines, evictions, windows, cache::LineStoresAre::kFetched};
  cache::Snoops snoops{context, lines, kSnoop};
  std::array<Core, 2> cores;
  std::vector<SentMessage> sent;
  std::optional<Coherence> grant;
  std::vector<accounting::AccessClass> observed;

 private:
  void on_miss(const kernel::Miss& miss) override { observed.push_back(miss.access_class); }
};

/// Parts in a machine with faults.
struct DamagedParts : Parts {
  DamagedParts() { dispatcher.keep_damage(&damage); }
  ras::Damage damage{4, 5};
};

inline void expect_sent(const SentMessage& sent, Coherence op, int to, Time time) {
  EXPECT_TRUE(sent.is(op)) << static_cast<int>(sent.message.coherence);
  EXPECT_EQ(sent.to, to);
  EXPECT_EQ(sent.time, time);
}
inline void expect_sent(const SentMessage& sent, Cxl op, Time time) {
  EXPECT_TRUE(sent.is(op)) << static_cast<int>(sent.message.cxl);
  EXPECT_EQ(sent.to, 4 + 4);
  EXPECT_EQ(sent.time, time);
}

}  // namespace starnuma::test::agent_parts_test
