// SPDX-License-Identifier: Apache-2.0
// Mocks around one agent of the fabric: the fabric with all other agents, and memory.
//
// Contract: MockFabric sends the messages that a test posts and stores the messages of the agent
// under test in order of arrival. Wires take no time. A callback in `answer` receives each message
// and may post.
#pragma once

#include <functional>
#include <systemc>
#include <vector>

#include "models/kernel/dispatcher.h"
#include "models/kernel/sockets.h"
#include "models/protocol/memory_request.h"
#include "models/protocol/message.h"

namespace starnuma::test {

struct SentMessage {
  protocol::Message message;
  base::Time time;
  int from;  ///< agent
  int to;
  accounting::Ledger ledger;

  bool is(protocol::coherence::Op op) const {
    return message.protocol == protocol::Message::Class::kCoherence && message.coherence == op;
  }
  bool is(protocol::cxl::Op op) const {
    return message.protocol == protocol::Message::Class::kCxl && message.cxl == op;
  }
};

class MockFabric : public sc_core::sc_module, public kernel::Agent {
 public:
  MockFabric(const sc_core::sc_module_name& name, int ports, kernel::Dispatcher& dispatcher)
      : sc_module(name),
        from_agent("from_agent", static_cast<std::size_t>(ports),
                   [this](const char* port, std::size_t) { return new In(port, *this); }),
        to_agent("to_agent", static_cast<std::size_t>(ports)),
        dispatcher_(dispatcher) {}

 private:
  void arrive(kernel::Envelope& envelope) { dispatcher_.arrived(envelope, *this); }

 public:
  using In = kernel::Target<&MockFabric::arrive>;
  sc_core::sc_vector<In> from_agent;
  sc_core::sc_vector<kernel::Initiator<kernel::Envelope>> to_agent;

  std::function<void(const SentMessage&, kernel::Envelope&, kernel::Outbox&)> answer;
  std::vector<SentMessage> sent;

  /// Sends `message` from agent `from` at `time` and drains the system. Returns the messages that
  /// the agent under test sent in response.
  std::vector<SentMessage> send(base::Time time, int from, int to,
                                const protocol::Message& message) {
    sent.clear();
    dispatcher_.execute(*this, [&](kernel::Outbox& outbox) {
      outbox.start(time).seal(static_cast<base::AgentId>(from), static_cast<base::AgentId>(to),
                              message);
    });
    return sent;
  }

  void handle(kernel::Envelope& envelope, kernel::Outbox& outbox) override {
    sent.push_back({envelope.open<protocol::Message>(), envelope.time,
                    base::index_of(envelope.source), base::index_of(envelope.destination),
                    envelope.ledger});
    if (answer) answer(SentMessage(sent.back()), envelope, outbox);
  }
  /// There is one port per sender if there are several (heads of a device), else only one.
  void transmit(kernel::Envelope& envelope) override {
    const auto source = static_cast<std::size_t>(base::index_of(envelope.source));
    to_agent[to_agent.size() > 1 ? source : 0].send(envelope);
  }

 private:
  kernel::Dispatcher& dispatcher_;
};

/// Memory that takes `latency` to read and `accepts_after` to accept a write. While `loaded` it
/// drops speculative reads.
class MockMemory : public sc_core::sc_module {
 public:
  MockMemory(const sc_core::sc_module_name& name, base::Time latency)
      : sc_module(name), latency_(latency) {}

 private:
  void access(protocol::MemoryRequest& request) {
    request.dropped = loaded && request.speculative;
    if (request.dropped) return;
    ++(request.write ? writes : reads);
    if (request.write) {
      request.time += accepts_after;
      request.ledger->add(accounting::LatencyKind::kDramQueue, accepts_after);
      return;
    }
    request.time += latency_;
    request.ledger->add(accounting::LatencyKind::kDramArray, latency_);
  }

 public:
  kernel::Target<&MockMemory::access> mem_side{"mem_side", *this};
  int reads = 0;
  int writes = 0;
  bool loaded = false;
  base::Time accepts_after;

 private:
  base::Time latency_;
};

}  // namespace starnuma::test
