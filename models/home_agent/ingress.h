// SPDX-License-Identifier: Apache-2.0
// Ingress of a home. In queued delivery, messages wait here for the directory and for entries of
// the home's tables. In immediate delivery, they wait for nothing.
//
// Contract:
// - Each credit class has one queue per port, and so have requests that the home retries.
// - A request needs one of `request_entries` until request_done(). A message with data for memory
//   (RwD) needs one of `write_entries` until write_done(). Responses need no entry.
// - The home calls request_done() and write_done() once per admitted message. With several ports it
//   names the port of the request.
// - A port with a `spacing` admits one message that reads or writes a line per spacing, so its
//   bandwidth has a limit. Other messages of the port may pass one that waits for its spacing.
// - Ordering: the arbiter's.
// - Timing: a directory of several slices admits a message per `interval` / `slices`, and each
//   slice looks up one message per `interval`, in order of admission. No delay without contention.
//   Waits are LatencyKind::kLineQueue.
#pragma once

#include <functional>
#include <queue>
#include <vector>

#include "models/accounting/stats.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/protocol/channel.h"
#include "models/protocol/message.h"
#include "models/timing/arbiter.h"
#include "models/transport/queued_channel.h"

namespace starnuma::home_agent {

struct IngressShape {
  int ports = 1;
  std::vector<int> weights;  ///< Weights of the ports; empty: equal weights.
  timing::Arbitration arbitration = timing::Arbitration::kRoundRobin;
  base::Time interval;
  int slices = 1;  ///< Directory slices.
  int request_entries = 0;
  int write_entries = 0;  ///< Zero if messages with data never arrive.
  /// Least time between lines that a port reads or writes; zero: no limit. Empty: no limits.
  std::vector<base::Time> spacing = {};
};

class QueuedIngress;

/// Ingress without queues and tables: that of immediate delivery.
class Ingress {
 public:
  virtual ~Ingress() = default;
  /// Deallocates a request's entry at `time`.
  virtual void request_done(base::Time /*time*/) {}
  /// Deallocates the entry of a request after a message of its transaction. The entry is needed
  /// until the answer leaves, or until the line is stable again if hosts were asked.
  virtual void handled(const protocol::Message& /*message*/, bool /*was_transient*/,
                       bool /*is_transient*/, base::Time /*time*/) {}
  virtual void report(accounting::StatWriter& /*writer*/, base::Time /*measured*/) const {}
  virtual void reset_statistics() {}
  /// Returns the queues for observers; null if there are none.
  virtual QueuedIngress* queues() { return nullptr; }
};

class QueuedIngress final : public Ingress, public kernel::IngressGate {
 public:
  using PortOf = std::function<int(const kernel::Envelope& envelope)>;
  using SliceOf = std::function<std::size_t(const kernel::Envelope& envelope)>;

  /// Constructs the ingress of `home`, whose id is `agent`. Several slices need a `slice_of`.
  QueuedIngress(kernel::QueuedDispatcher& dispatcher, base::AgentId agent, kernel::Agent& home,
                const IngressShape& shape, PortOf port_of, SliceOf slice_of = {});

  void admit(kernel::Envelope& message) override;
  /// Queues a request for another look-up at its time. It keeps its entry of `request_entries`.
  void retry(kernel::Envelope& message) {
    channel_.offer(input(kRetries, port_of_(message)), message);
  }
  void request_done(base::Time time) override { channel_.return_credit(kRequestEntries, time); }
  void request_done(base::Time time, int port) {
    ports_[static_cast<std::size_t>(port)].done.push(time);
    request_done(time);
  }
  void handled(const protocol::Message& message, bool was_transient, bool is_transient,
               base::Time time) override;
  void write_done(base::Time time) { channel_.return_credit(kWriteEntries, time); }

  /// Returns the requests in the home's table and in the queues, divided by `request_entries`.
  double load();
  /// Returns the requests of a port in the home's table and in its queue.
  int requests_of(int port);
  /// Returns true if a line of the port waits for its spacing.
  bool limited(int port) const;
  /// Registers an observer of arriving messages; port p is position `places[p]`. Precondition:
  /// before the run.
  void observe(kernel::PassObserver& observer, const std::vector<std::uint32_t>& places);

  /// Registers an observer of waiting requests and free request entries; port p is queue
  /// `queues[p]`. Precondition: before the run.
  void watch(kernel::QueueObserver& watcher, const std::vector<std::uint32_t>& queues);
  int ports() const { return shape_.ports; }

  void report(accounting::StatWriter& writer, base::Time measured) const override;
  void reset_statistics() override { channel_.reset_statistics(); }
  QueuedIngress* queues() override { return this; }

 private:
  static constexpr int kRequestEntries = 0;
  static constexpr int kWriteEntries = 1;
  static constexpr int kRequests = static_cast<int>(protocol::CreditClass::kRequest);
  static constexpr int kRetries = protocol::kCreditClasses;  ///< Class of retried requests.
  static constexpr int kClasses = kRetries + 1;

  struct Port {
    int in_table = 0;  ///< Requests in the home's table, with those in `done`.
    /// Times at which requests leave the table.
    std::priority_queue<base::Time, std::vector<base::Time>, std::greater<>> done;
    base::Time next_line;  ///< Earliest time of the next line, if lines are spaced.
  };

  static transport::QueuedChannel::Config channel(const IngressShape& shape);
  void space(int port, kernel::Envelope& message);
  void wait_for_slice(kernel::Envelope& message);
  int input(int credit_class, int port) const { return credit_class * shape_.ports + port; }

  IngressShape shape_;
  PortOf port_of_;
  SliceOf slice_of_;
  std::vector<Port> ports_;
  std::vector<base::Time> slice_free_;  ///< Time from which each slice accepts a message.
  transport::QueuedChannel channel_;
};

}  // namespace starnuma::home_agent
