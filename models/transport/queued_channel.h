// SPDX-License-Identifier: Apache-2.0
// A resource in queued delivery that several queues share: one direction of a link, or the way into
// a home. Real queues, real arbitration, credits.
//
// Contract: offer(input, envelope) takes a message that is there at its time (now or later); each
// is handed to `deliver` once, when it is sent, with the time at which it arrives. Messages of one
// input keep their order unless it `may_overtake`. An input that belongs to a group of credits
// spends one per message, which the message carries until somebody takes it; the input stops where
// the group has none left. Other inputs go on, so one class of messages never blocks another.
// Timing: one message at a time, `service` each, in the arbiter's order; then `latency`; then up to
// `longest_delay` more, drawn from the seed. A credit is back `credit_latency` after it was given
// back. A message's own service is not part of its latency: receivers cut through.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <queue>
#include <vector>

#include "models/accounting/latency_kinds.h"
#include "models/base/random.h"
#include "models/kernel/now.h"
#include "models/kernel/pass_observer.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/timing/arbiter.h"
#include "models/transport/link_faults.h"

namespace starnuma::transport {

class QueuedChannel : public kernel::Station {
 public:
  struct Input {
    int weight = 1;
    int credits = kUnlimited;  ///< Index of its group.
    bool may_overtake = false;
    int message_class = 0;  ///< Classes take turns; inputs of one are arbitrated by their weights.
  };
  struct Config {
    std::vector<Input> inputs;
    std::vector<int> credits;  ///< Of each group.
    base::Time credit_latency;
    timing::Arbitration arbitration = timing::Arbitration::kRoundRobin;
    std::array<base::Time, 2> service;  ///< By whether a message carries data; above zero.
    base::Time latency;
    base::Time longest_delay;
    std::uint64_t seed = 0;
    /// What waits and delays are entered as, and what `latency` is.
    accounting::LatencyKind wait = accounting::queue_of(accounting::LinkKind{});
    accounting::LatencyKind wire = accounting::wire_of(accounting::LinkKind{});
  };
  /// Of an input or of several, in the measured window.
  struct Counts {
    base::Time served;
    base::Time wait;
    base::Time without_credit;  ///< Of `wait`: first in its queue, without a credit.
    std::size_t most_waiting = 0;
  };
  static constexpr int kUnlimited = -1;
  using Deliver = std::function<void(int input, kernel::Envelope& envelope)>;

  QueuedChannel(kernel::QueuedDispatcher& dispatcher, const Config& config, Deliver deliver);
  QueuedChannel(const QueuedChannel&) = delete;
  QueuedChannel& operator=(const QueuedChannel&) = delete;

  /// Tells `observer` of each message offered: input i is its place `places[i]`. Before the run.
  void observe(kernel::PassObserver& observer, std::vector<std::uint32_t> places);

  /// Tells `watcher` of each change of a queue: input i is its queue `queues[i]`. Before the run.
  void watch(kernel::QueueObserver& watcher, std::vector<std::uint32_t> queues);

  /// Messages take what `faults` make of their service. Before the run.
  void disturb_by(LaneFaults& faults) { faults_ = &faults; }

  void offer(int input, kernel::Envelope& envelope);
  /// For what no message carries: a group has one credit more from `time` on.
  void give_credit(int group, base::Time time) {
    groups_[static_cast<std::size_t>(group)].give_back_at(time);
  }

  /// Messages that wait at an input now.
  std::size_t waiting(int input) const { return of(input).queue.size(); }
  /// What a group of credits has left now.
  int credits(int group) {
    Group& of_group = groups_[static_cast<std::size_t>(group)];
    of_group.collect(kernel::now());
    return of_group.left;
  }
  const Counts& counts(int input) const { return of(input).counts; }

  void reset_statistics();

 private:
  struct Group : kernel::Credit {
    Group(QueuedChannel& its_channel, int credits) : channel(its_channel), left(credits) {}
    void give_back() override;
    void give_back_at(base::Time time);
    void collect(base::Time now);
    bool has_one(base::Time now);

    QueuedChannel& channel;
    int left;
    /// Credits on their way back: when they are here.
    std::priority_queue<base::Time, std::vector<base::Time>, std::greater<>> coming;
    bool missed = false;  ///< A message waits for one.
  };
  struct Queue {
    std::deque<kernel::Envelope*> queue;
    int announced = 0;         ///< Offered for a later time.
    base::Time stalled_since;  ///< Where its first message has no credit; below zero: it has.
    base::Time last_arrival;
    Group* group = nullptr;
    int place = -1;  ///< In its class, where inputs take turns.
    Counts counts;
  };
  /// The inputs of one class of messages.
  struct Class {
    std::vector<std::size_t> inputs;
    timing::Arbiter arbiter;
    std::vector<base::Time> first;  ///< What the first message of each takes; zero: none may go.
  };

  void due(int tag, kernel::Envelope* message) override;
  void join(std::size_t input, kernel::Envelope& message);
  void serve();
  void serve_at(base::Time time);
  void send(std::size_t input);
  base::Time first_service(Queue& input);
  int pick();
  void tell(std::size_t input) const;
  const Queue& of(int input) const { return queues_[static_cast<std::size_t>(input)]; }
  base::Time service_of(const kernel::Envelope& message) const {
    return config_.service[message.carries_data];
  }

  kernel::QueuedDispatcher& dispatcher_;
  Config config_;
  Deliver deliver_;
  std::vector<Class> classes_;
  timing::Arbiter class_arbiter_;
  std::vector<base::Time> class_first_;  ///< The longest of each class's `first`.
  base::Random random_;
  std::deque<Group> groups_;
  std::vector<Queue> queues_;
  int waiting_ = 0;        ///< Messages in all queues.
  base::Time free_at_;     ///< When the resource has sent the last message.
  base::Time called_for_;  ///< When serve() will be called; below zero: not.
  kernel::PassObserver* observer_ = nullptr;
  std::vector<std::uint32_t> places_;  ///< By input, in the observer's numbers.
  LaneFaults* faults_ = nullptr;
  kernel::QueueObserver* watcher_ = nullptr;
  std::vector<std::uint32_t> watched_;  ///< The same of the watcher.
};

}  // namespace starnuma::transport
