// SPDX-License-Identifier: Apache-2.0
// Resource shared by several queues in queued delivery: one direction of a link, or the ingress of
// a home. It has queues, an arbiter and credits.
//
// Contract:
// - offer(input, envelope) schedules a message for its arrival time, the current time or later.
// - `deliver` is called once per message, when it is sent; it schedules the arrival.
// - Messages of one input keep their order unless the input `may_overtake`.
// - An input with a credit group spends one credit per message. The message carries the credit
//   until its receiver returns it.
// - An input stops if its group has no credit. Other inputs continue, so one class of messages
//   never blocks another.
//
// Timing:
// - The arbiter selects one message at a time. Each one occupies the resource for `service`.
// - Then `latency` passes, and a random delay of at most `longest_delay`.
// - A returned credit is available after `credit_latency`.
// - The service time of a message is not part of its latency, since receivers use cut-through.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <vector>

#include "models/base/random.h"
#include "models/base/ring.h"
#include "models/kernel/now.h"
#include "models/kernel/pass_observer.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/kernel/tap.h"
#include "models/timing/arbiter.h"
#include "models/transport/link_faults.h"

namespace starnuma::transport {

class QueuedChannel : public kernel::EventTarget {
 public:
  struct Input {
    int weight = 1;
    int credits = kUnlimited;  ///< Index of the credit group.
    bool may_overtake = false;
    /// Message class. Classes take turns; weights arbitrate between the inputs of a class.
    int message_class = 0;
  };
  struct Config {
    std::vector<Input> inputs;
    std::vector<int> credits;  ///< Number of credits of each group.
    base::Time credit_latency;
    timing::Arbitration arbitration = timing::Arbitration::kRoundRobin;
    /// Service time, indexed by whether a message carries data; above zero.
    std::array<base::Time, 2> service;
    base::Time latency;
    base::Time longest_delay;
    std::uint64_t seed = 0;
    /// Latency kinds under which waits and delays, and the latency, are accounted.
    accounting::LatencyKind wait = accounting::queue_of(accounting::LinkKind{});
    accounting::LatencyKind wire = accounting::wire_of(accounting::LinkKind{});
  };
  /// Statistics of one or several inputs in the measurement window.
  struct QueueStats {
    base::Time served;
    base::Time wait;
    /// Part of `wait` at the head of the queue without a credit, while the resource was free.
    base::Time without_credit;
    std::size_t most_waiting = 0;
  };
  static constexpr int kUnlimited = -1;
  using Deliver = std::function<void(int input, kernel::Envelope& envelope)>;

  QueuedChannel(kernel::QueuedDispatcher& dispatcher, const Config& config, Deliver deliver);
  QueuedChannel(const QueuedChannel&) = delete;
  QueuedChannel& operator=(const QueuedChannel&) = delete;

  /// Reports each offered message to `observer`; input i is its index `places[i]`. Precondition:
  /// the run has not started.
  void observe(kernel::PassObserver& observer, std::vector<std::uint32_t> places);

  /// Reports each change of a queue to `watcher`; input i is its queue `queues[i]`. Precondition:
  /// the run has not started.
  void watch(kernel::QueueObserver& watcher, std::vector<std::uint32_t> queues);

  /// Applies `faults` to the service times of messages. Precondition: the run has not started.
  void disturb_by(LaneFaults& faults) { faults_ = &faults; }

  void offer(int input, kernel::Envelope& envelope);
  /// Returns a credit that no message carries; the group has one credit more from `time` on.
  void return_credit(int group, base::Time time) {
    groups_[static_cast<std::size_t>(group)].return_credit_at(time);
  }

  /// Returns the current number of messages of a class that wait.
  int waiting_of_class(int message_class) const {
    return classes_[static_cast<std::size_t>(message_class)].waiting;
  }
  /// Returns the current number of messages that wait at an input.
  std::size_t waiting(int input) const { return of(input).queue.size(); }
  /// Returns the current number of credits of a group.
  int credits(int group) {
    Group& of_group = groups_[static_cast<std::size_t>(group)];
    of_group.collect(kernel::now());
    return of_group.left;
  }
  const QueueStats& counts(int input) const { return of(input).counts; }

  void reset_statistics();

 private:
  struct Group : kernel::CreditHolder {
    Group(QueuedChannel& its_channel, int credits) : channel(its_channel), left(credits) {}
    void return_credit() override;
    void return_credit_at(base::Time time);
    void collect(base::Time now);
    bool has_one(base::Time now);

    QueuedChannel& channel;
    int left;
    base::Ring<base::Time> coming;  ///< Arrival times of credits that are being returned, in order.
    bool missed = false;            ///< A message waits for a credit.
  };
  struct alignas(64) Queue {
    base::Ring<kernel::Envelope*> queue;
    Group* group = nullptr;
    int announced = 0;  ///< Number of messages scheduled for a later time.
    int place = -1;     ///< Index in its class, if inputs take turns.
    /// Time since which the first message has waited for a credit; negative if it has one.
    base::Time stalled_since;
    QueueStats counts;
    base::Time served_before_stall;  ///< Value of `served_` at `stalled_since`.
    base::Time last_arrival;
  };
  /// Inputs of one message class.
  struct Class {
    std::vector<std::size_t> inputs;
    timing::Arbiter arbiter;
    /// Service time of the first message of each input; zero if none may be sent.
    std::vector<base::Time> first;
    int waiting = 0;  ///< Number of messages in the queues of the class.
  };

  void due(int tag, kernel::Envelope* message) override;
  void join(std::size_t input, kernel::Envelope& message);
  void serve();
  void serve_at(base::Time time);
  void send(std::size_t input);
  base::Time first_service(Queue& input);
  int pick();
  Class& class_of(std::size_t input) {
    return classes_[static_cast<std::size_t>(config_.inputs[input].message_class)];
  }
  void notify_watcher(std::size_t input) const {
    if (kernel::kWaves && __builtin_expect(watcher_ != nullptr, 0)) show(input);
  }
  void show(std::size_t input) const;
  const Queue& of(int input) const { return queues_[static_cast<std::size_t>(input)]; }
  base::Time service_of(const kernel::Envelope& message) const {
    return config_.service[message.carries_data];
  }

  // Fields that each event uses first.
  kernel::QueuedDispatcher& dispatcher_;
  std::vector<Queue> queues_;
  int waiting_ = 0;        ///< Number of messages in all queues.
  base::Time free_at_;     ///< Time at which the resource has sent its last message.
  base::Time served_;      ///< Sum of all service times.
  base::Time called_for_;  ///< Time of the scheduled call of serve(); negative if there is none.
  std::vector<Class> classes_;
  timing::Arbiter class_arbiter_;
  Deliver deliver_;

  Config config_;
  std::vector<base::Time> class_first_;  ///< Longest `first` of each class.
  base::Random random_;
  std::deque<Group> groups_;
  kernel::PassObserver* observer_ = nullptr;
  std::vector<std::uint32_t> places_;  ///< Observer's index of each input.
  LaneFaults* faults_ = nullptr;
  kernel::QueueObserver* watcher_ = nullptr;
  std::vector<std::uint32_t> watched_;  ///< Watcher's index of each input.
};

}  // namespace starnuma::transport
