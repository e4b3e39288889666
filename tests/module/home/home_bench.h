// SPDX-License-Identifier: Apache-2.0
// A socket home between a mock fabric of four sockets and a mock memory.
#pragma once

#include <gtest/gtest.h>

#include "models/home/socket_home.h"
#include "tests/support/message_bench.h"

namespace starnuma::test {

using protocol::Message;
using protocol::coherence::Op;

inline constexpr base::AgentMap kAgents{4, 0};
inline constexpr base::NodeId kHome{2};
inline constexpr int kHomeAgent = 4 + 2;
inline constexpr base::Time kDirectory{3'000};
inline constexpr base::Time kMemory{40'000};
inline constexpr base::Time kAddLatency{5'000};
inline constexpr base::LineAddress kLine = base::LineAddress::of(kHome, 17);

/// Uncached memory that records additions.
class MockWords : public protocol::UncachedMemory {
 public:
  Added add(base::LineAddress line, int entry, base::SocketId socket,
            std::uint32_t count) override {
    added.push_back({line, entry, socket, count});
    return {changes, static_cast<std::uint16_t>(changes ? count : 0)};
  }
  struct Addition {
    base::LineAddress line;
    int entry;
    base::SocketId socket;
    std::uint32_t count;
  };
  std::vector<Addition> added;
  bool changes = true;
};

class HomeParts : public sc_core::sc_module {
 public:
  HomeParts(const sc_core::sc_module_name& name, int add_lines)
      : sc_module(name),
        home("home", {kDirectory},
             {kHome, kAgents, 1, base::Bytes(256), 64, &words, add_lines, kAddLatency},
             dispatcher) {
    home.to_fabric.bind(fabric.from_agent[0]);
    fabric.to_agent[0].bind(home.from_fabric);
    home.mem_side[0].bind(memory.mem_side);
  }

  /// Sends `op` of `socket` at `time`; returns the messages that the home sends.
  std::vector<SentMessage> send(base::Time time, Op op, int socket,
                                base::LineAddress line = kLine) {
    return fabric.send(time, socket, kHomeAgent,
                       Message::of(op, line, static_cast<base::SocketId>(socket)));
  }
  std::vector<SentMessage> send(base::Time time, protocol::uncached::Op op, int socket,
                                base::LineAddress line = kLine) {
    Message message = Message::of(op, line, static_cast<base::SocketId>(socket));
    message.entry = 5;
    message.count = 9;
    return fabric.send(time, socket, kHomeAgent, message);
  }
  /// Sends a GetX of a socket that holds the line shared.
  std::vector<SentMessage> upgrade(base::Time time, int socket) {
    Message message = Message::of(Op::kGetX, kLine, static_cast<base::SocketId>(socket));
    message.holds_copy = true;
    return fabric.send(time, socket, kHomeAgent, message);
  }
  /// Makes sockets 1 and 3 share the line; complete at 10 us.
  void share_by_1_and_3() {
    send(base::Time(0), Op::kGetS, 1);
    send(base::Time(1'000'000), Op::kGetS, 3);
    send(base::Time(1'200'000), Op::kCopyBackClean, 1);
    send(base::Time(2'000'000), Op::kUnblock, 3);
  }
  double stat(const std::string& name) const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    home.report(writer);
    for (const accounting::Stat& stat : stats) {
      if (stat.path == name) return stat.value;
    }
    throw std::runtime_error("no statistic " + name);
  }

  MockWords words;
  kernel::Dispatcher dispatcher;
  home::SocketHome home;
  MockFabric fabric{"fabric", 1, dispatcher};
  MockMemory memory{"memory", kMemory};
};

/// HomeParts after elaboration.
class HomeBench : public HomeParts {
 public:
  explicit HomeBench(int add_lines = 0) : HomeParts("bench", add_lines) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
};

/// Expects exactly one message of kind `op` to `socket` at `time`.
inline void expect_only(const std::vector<SentMessage>& sent, Op op, int socket, base::Time time) {
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_TRUE(sent[0].is(op)) << "sent " << static_cast<int>(sent[0].message.coherence);
  EXPECT_EQ(sent[0].to, socket);
  EXPECT_EQ(sent[0].from, kHomeAgent);
  EXPECT_EQ(sent[0].time.ps(), time.ps());
}

}  // namespace starnuma::test
