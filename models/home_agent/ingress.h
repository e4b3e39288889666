// SPDX-License-Identifier: Apache-2.0
// The way into a home in queued delivery: where its messages wait for their turn and for a place in
// its tables.
//
// Contract: each class of credits has a queue for each port. A request needs one of
// `request_entries` until request_done(), a message with data for memory (RwD) one of
// `write_entries` until write_done(); responses need none. The home says when, for each once.
// Timing: one message per `interval`, in the arbiter's order; nothing where nobody else is there.
// Waits are entered as LatencyKind::kLineQueue.
#pragma once

#include <functional>
#include <vector>

#include "models/accounting/stats.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/timing/arbiter.h"
#include "models/transport/queued_channel.h"

namespace starnuma::home_agent {

struct IngressShape {
  int ports = 1;
  std::vector<int> weights;  ///< Of the ports; empty: all are equal.
  timing::Arbitration arbitration = timing::Arbitration::kRoundRobin;
  base::Time interval;
  int request_entries = 0;
  int write_entries = 0;  ///< None: nothing of the kind comes.
};

class Ingress : public kernel::Gate {
 public:
  using PortOf = std::function<int(const kernel::Envelope& envelope)>;

  /// Before `home`, which is `agent`.
  Ingress(kernel::QueuedDispatcher& dispatcher, base::AgentId agent, kernel::Agent& home,
          const IngressShape& shape, PortOf port_of);

  void come(kernel::Envelope& message) override;
  void request_done(base::Time time) { channel_.give_credit(kRequestEntries, time); }
  void write_done(base::Time time) { channel_.give_credit(kWriteEntries, time); }

  /// Requests that the home works on or that wait at its ports, in multiples of its entries.
  double load();
  /// Tells `observer` of messages that come: port p is its place `places[p]`. Before the run.
  void observe(kernel::PassObserver& observer, const std::vector<std::uint32_t>& places);

  /// Tells `watcher` of the requests that wait at port p, its queue `queues[p]`, and of the home's
  /// entries that are left. Before the run.
  void watch(kernel::QueueObserver& watcher, const std::vector<std::uint32_t>& queues);
  int ports() const { return shape_.ports; }

  void report(accounting::StatWriter& writer, base::Time measured) const;
  void reset_statistics() { channel_.reset_statistics(); }

 private:
  static constexpr int kRequestEntries = 0;
  static constexpr int kWriteEntries = 1;

  static transport::QueuedChannel::Config channel(const IngressShape& shape);
  int input(int credit_class, int port) const { return credit_class * shape_.ports + port; }

  IngressShape shape_;
  PortOf port_of_;
  transport::QueuedChannel channel_;
};

}  // namespace starnuma::home_agent
