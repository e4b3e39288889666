// SPDX-License-Identifier: Apache-2.0
// The caching agent of socket 1 between two mock cores and a mock fabric that acts as every home.
#pragma once

#include <gtest/gtest.h>

#include "models/cache/caching_agent.h"
#include "tests/support/kinds.h"
#include "tests/support/message_bench.h"

namespace starnuma::test {

using cache::PrivateSnoop;
using protocol::Access;
using protocol::AccessKind;
using protocol::Message;
using protocol::ServedBy;
using Coherence = protocol::coherence::Op;
using Cxl = protocol::cxl::Op;

inline constexpr base::AgentMap kAgents{4, 1};
inline constexpr int kSelf = 1;
inline constexpr base::Time kLlc{12'500};          ///< 30 cycles at 2.4 GHz
inline constexpr base::Time kPrivateSnoop{7'500};  ///< 18 cycles
inline constexpr base::Time kFabric{5'000};
inline constexpr base::Time kSnoop{50'000};
inline constexpr base::Time kHomeTime{200'000};  ///< Response time of a home.
inline constexpr base::Time kPicosecond{1};

/// Returns a line of socket 2 or of the pool; the LLC has four sets.
inline base::LineAddress line_of(std::uint64_t n) {
  return base::LineAddress::of(base::NodeId{2}, n);
}
inline base::LineAddress pool_line(std::uint64_t n) {
  return base::LineAddress::of(base::NodeId{4}, n);
}

class MockCore : public sc_core::sc_module, public PrivateSnoop {
 public:
  explicit MockCore(const sc_core::sc_module_name& name) : sc_module(name) {}
  bool snoop(base::LineAddress line, Demand demand) override {
    snoops.push_back({line, demand});
    return dirty;
  }
  struct Snoop {
    base::LineAddress line;
    Demand demand;
  };
  std::vector<Snoop> snoops;
  bool dirty = false;  ///< Response to snoops.
  kernel::Initiator<Access, PrivateSnoop> mem_side{"mem_side", *this};
};

class AgentParts : public sc_core::sc_module, private kernel::MissObserver {
 public:
  explicit AgentParts(const sc_core::sc_module_name& name,
                      cache::LineStoresAre line_stores = cache::LineStoresAre::kFetched,
                      std::optional<cache::SpeculativeReadsAre> speculative_reads = {})
      : sc_module(name), line_stores_(line_stores), speculative_reads_(speculative_reads) {
    for (std::size_t core = 0; core < 2; ++core) {
      cores.push_back(std::make_unique<MockCore>(("core" + std::to_string(core)).c_str()));
      cores[core]->mem_side.bind(agent.cpu_side[core]);
    }
    agent.to_fabric.bind(fabric.from_agent[0]);
    fabric.to_agent[0].bind(agent.from_fabric);
    fabric.answer = [this](const SentMessage& sent, kernel::Envelope& envelope,
                           kernel::Outbox& outbox) { answer(sent, envelope, outbox); };
    agent.add_observer(*this);
  }

  Access access(base::Time time, base::LineAddress line, AccessKind kind = AccessKind::kLoad,
                std::size_t core = 0, bool dirty = false) {
    fabric.sent.clear();
    Access access;
    access.line = line;
    access.issued = access.time = time;
    access.kind = kind;
    access.dirty = dirty;
    cores[core]->mem_side.send(access);
    return access;
  }
  /// Makes the line present, long before the test's accesses.
  void have(base::LineAddress line, AccessKind kind = AccessKind::kLoad, std::size_t core = 0) {
    access(later(), line, kind, core);
  }
  void relinquish(base::LineAddress line, bool dirty, std::size_t core = 0) {
    access(later(), line, AccessKind::kWriteback, core, dirty);
  }
  base::Time later() { return clock_ += base::Time(10'000'000); }

  /// Sends a message of the line's home for requester 3; returns the messages that the agent sends.
  template <class Op>
  std::vector<SentMessage> from_home(base::Time time, Op op, base::LineAddress line) {
    return fabric.send(time, base::index_of(kAgents.home_of(line.node())), kSelf,
                       Message::of(op, line, base::SocketId{3}));
  }
  double stat(const std::string& name) const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    agent.report(writer);
    for (const accounting::Stat& stat : stats) {
      if (stat.path == name) return stat.value;
    }
    throw std::runtime_error("no statistic " + name);
  }

  /// Sends a message back to the agent, `after` the one that it answers.
  static void reply(const kernel::Envelope& cause, kernel::Outbox& outbox, const Message& message,
                    base::Time after) {
    kernel::Envelope& envelope = outbox.reply_to(cause);
    envelope.advance(accounting::LatencyKind::kDramArray, after);
    envelope.seal(cause.destination, cause.source, message);
  }

 private:
  cache::LineStoresAre line_stores_;
  std::optional<cache::SpeculativeReadsAre> speculative_reads_;

 public:
  kernel::Dispatcher dispatcher;
  /// LLC: four sets of four lines, and two further lines per set that only cores hold.
  cache::CachingAgent agent{
      "agent",
      {base::Bytes(512),
       4,
       2,
       base::Cycles(30),
       base::Cycles(18),
       kFabric,
       kSnoop,
       {},
       {},
       line_stores_,
       speculative_reads_},
      {base::SocketId{kSelf}, 2, 0, base::Frequency(2'400'000'000), kAgents,
       accounting::AccessClasses(),
       std::vector<accounting::AccessClass>{test::kOneHop, test::kLocal, test::kOneHop,
                                            test::kTwoHop, test::kPool}},
      dispatcher};
  std::vector<std::unique_ptr<MockCore>> cores;
  MockFabric fabric{"fabric", 1, dispatcher};

  // Responses of the homes to reads and ownership requests.
  Coherence socket_grant = Coherence::kDataE;
  Cxl pool_grant = Cxl::kMemDataE;
  int acks = 0;  ///< InvAcks that follow a grant, 1 ns apart.
  std::vector<accounting::AccessClass> observed;

 private:
  void on_miss(const kernel::Miss& miss) override { observed.push_back(miss.access_class); }

  void answer(const SentMessage& sent, kernel::Envelope& envelope, kernel::Outbox& outbox) {
    const Message& m = sent.message;
    if (sent.is(Coherence::kGetS) || sent.is(Coherence::kGetX)) {
      Message grant = m.next(socket_grant);
      grant.acks = static_cast<std::uint8_t>(acks);
      grant.via_owner = socket_grant == Coherence::kOwnerDataS;
      reply(envelope, outbox, grant, kHomeTime);
      for (int i = 1; i <= acks; ++i) {
        reply(envelope, outbox, m.next(Coherence::kInvAck), kHomeTime + base::Time(1'000 * i));
      }
    } else if (sent.is(Cxl::kMemRdShared) || sent.is(Cxl::kMemRdOwn)) {
      reply(envelope, outbox, m.next(pool_grant), kHomeTime);
    } else if (sent.is(Cxl::kMemInv)) {
      reply(envelope, outbox, m.next(Cxl::kCmpE), kHomeTime);
    } else if (sent.is(Cxl::kMemRdCurrent)) {
      reply(envelope, outbox, m.next(Cxl::kMemDataCmp), kHomeTime);
    } else if (sent.is(Coherence::kPutM)) {
      reply(envelope, outbox, m.next(Coherence::kPutAck), kHomeTime);
    } else if (sent.is(Cxl::kMemWr) || sent.is(Cxl::kMemWrOwn) || sent.is(Cxl::kMemClnEvct)) {
      Message complete = m.next(Cxl::kCmp);
      complete.answers_snoop = m.answers_snoop;
      reply(envelope, outbox, complete, kHomeTime);
    }
  }

  base::Time clock_;
};

/// AgentParts after elaboration.
class AgentBench : public AgentParts {
 public:
  explicit AgentBench(cache::LineStoresAre line_stores = cache::LineStoresAre::kFetched,
                      std::optional<cache::SpeculativeReadsAre> speculative_reads = {})
      : AgentParts("bench", line_stores, speculative_reads) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
};

}  // namespace starnuma::test
