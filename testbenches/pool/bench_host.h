// SPDX-License-Identifier: Apache-2.0
// A host of the pool bench: its accesses, and a small cache that speaks CXL.mem to the device.
//
// Contract:
// - models/protocol/requester_function.h determines the transitions of a line.
// - At most one transaction per line is outstanding; further accesses to the line wait.
// - A recorded request goes to the device whatever the cache holds: the host first drops its copy.
//   Requests of a line keep their order. A recorded eviction of a line that the host does not own
//   has no effect.
// - At most `outstanding` accesses are outstanding, fewer if the device reports overload and the
//   host throttles.
// - Shared lines are dropped silently; owned lines are written back or evicted with a message.
//   With `silent_drops`, clean owned lines are dropped silently too.
//
// Timing: `hit_latency` for a hit, `snoop_latency` from a snoop to its response.
#pragma once

#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

#include "models/base/ids.h"
#include "models/cache/block_answer.h"
#include "models/cache/load_window.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/protocol/requester_function.h"
#include "testbenches/pool/bench_config.h"
#include "testbenches/pool/fabric.h"
#include "testbenches/pool/host_statistics.h"

namespace starnuma::pool_bench {

/// Observer that checks the actions of a host against all other hosts.
class HostCheck {
 public:
  virtual ~HostCheck() = default;
  /// An access has a copy of its line; `fetched` if the data came from the device.
  virtual void completed(int head, base::LineAddress line, bool write, bool fetched) = 0;
  /// The dirty data of a line are in flight to the device.
  virtual void written_back(base::LineAddress line) = 0;
};

/// An access or eviction that the device has answered.
struct Exchange {
  std::uint64_t transaction;
  base::LineAddress line;
  TransactionType type;
  base::Time begin;
  base::Time end;
  const accounting::Ledger& ledger;  ///< Ledger of the completing message.
};

class BenchHost : public kernel::Agent, private kernel::EventTarget {
 public:
  BenchHost(int head, const BenchRun& run, Fabric& fabric, kernel::QueuedDispatcher& dispatcher,
            HostCheck& check, HostStatistics& all);

  /// Starts the accesses; stop() ends them, and outstanding accesses drain.
  void begin();
  void stop();

  void handle(kernel::Envelope& envelope, kernel::Outbox& outbox) override;
  void transmit(kernel::Envelope& envelope) override { fabric_.up(head_, envelope); }

  /// Returns true if nothing is outstanding.
  bool idle() const;
  protocol::RequesterState state_of(base::LineAddress line) const;
  HostStatistics& statistics() { return own_; }
  /// Passive observer of completed exchanges; set it before the run.
  std::function<void(const Exchange&)> on_exchange;

 private:
  struct Access {
    TrafficAccess what;
    base::Time issued;
  };
  struct Line {
    protocol::RequesterLine state;
    Access access;  ///< Access that started the transaction.
    TransactionType type = TransactionType::kRead;
    Conflict conflict = Conflict::kNone;
    base::Time given_up;
    std::uint64_t used = 0;
    bool cached = false;
    std::deque<Access> waiting;
  };

  /// Handles a message of one line. A BIRspI to a line of a block snoop is added to `block`.
  void take(kernel::Envelope& envelope, const protocol::Message& message, kernel::Outbox& outbox,
            cache::BlockAnswer* block);
  void due(int tag, kernel::Envelope* message) override;
  void arrive();
  void play();
  void issue(kernel::Outbox& outbox);
  void start(const Access& access, kernel::Outbox& outbox);
  void drop_unrecorded(base::LineAddress address, const Access& access, kernel::Outbox& outbox);
  void hit(base::LineAddress address, bool write);
  void complete(const kernel::Envelope& envelope, Line& line, bool in_handshake);
  void given_up(const kernel::Envelope& envelope, const Line& line);
  void tell(const kernel::Envelope& envelope, TransactionType type, base::Time begin) const;
  void note(const protocol::Message& message, Line& line);
  void settle(base::LineAddress address, kernel::Outbox& outbox);
  void keep_track(base::LineAddress address, Line& line);
  void evict_one(kernel::Outbox& outbox);
  void evict(base::LineAddress address, Line& line, bool drops, kernel::Outbox& outbox);
  /// Adds a count to this host and to the totals.
  template <class Count>
  void count(Count&& add) {
    add(own_);
    add(all_);
  }
  void post(kernel::Envelope& envelope, const protocol::Message& message) const;
  void send(const protocol::Reaction& reaction, kernel::Outbox& outbox);
  base::LineAddress address_of(std::uint64_t line) const;

  int head_;
  const HostSetup& setup_;
  Fabric& fabric_;
  kernel::QueuedDispatcher& dispatcher_;
  HostCheck& check_;
  base::AgentMap agents_;
  Traffic traffic_;
  base::Random random_;
  HostStatistics own_;
  HostStatistics& all_;                            ///< Totals over all hosts.
  std::unordered_map<std::uint64_t, Line> lines_;  ///< Used for look-up only, never iterated.
  std::vector<std::uint64_t> cached_;              ///< Lines that occupy the cache.
  std::deque<Access> backlog_;                     ///< Offered accesses that have not started.
  int under_way_ = 0;
  cache::LoadWindow window_;
  std::uint64_t clock_ = 0;
  std::size_t played_ = 0;  ///< Recorded requests that have been sent.
  bool stopped_ = false;
};

}  // namespace starnuma::pool_bench
