// SPDX-License-Identifier: Apache-2.0
// Dispatcher: delivers scheduled messages to agents in order of (time, sequence).
//
// Contract:
// - An Agent handles one message at a time and posts its responses into an Outbox.
// - An Agent never sends from inside a callback, so no agent is re-entered.
// - execute() starts a transaction and returns when all its messages are handled.
// - Timing (immediate mode): the dispatcher adds no delay.
// - QueuedDispatcher delivers the same messages to the same agents in SystemC time. Its execute()
//   sends the first messages and returns.
#pragma once

#include <deque>
#include <utility>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/kernel/copy_observer.h"
#include "models/kernel/envelope.h"

namespace starnuma::ras {
class Damage;
}

namespace starnuma::kernel {

class Agent;
class Dispatcher;
class QueuedDispatcher;

/// Interface of a passive observer of handled messages.
///
/// Contract:
/// - handling() is called before an agent handles a message, with the message as it arrived.
/// - handled() is called after it, with the completion time and before any resulting message is
///   sent.
/// - The observer never changes the simulation.
class DispatchObserver {
 public:
  virtual ~DispatchObserver() = default;
  virtual void handling(const Envelope& message, const Agent& receiver) = 0;
  virtual void handled(const Envelope& message, const Agent& receiver) = 0;
};

/// Messages that an agent wants to send: filled by handlers, sent by the dispatcher.
class Outbox {
 public:
  explicit Outbox(Dispatcher& dispatcher) : dispatcher_(dispatcher) {}
  /// Allocates a message with the time, ledger and transaction of its `cause`.
  Envelope& reply_to(const Envelope& cause);
  /// Allocates a message scheduled for `time` with an empty ledger.
  Envelope& start(base::Time time);

 private:
  friend class Dispatcher;
  Dispatcher& dispatcher_;
  std::vector<Envelope*> posted_;
};

/// End point of the fabric.
class Agent {
 public:
  virtual ~Agent() = default;
  /// Handles one message and schedules the resulting messages.
  virtual void handle(Envelope& message, Outbox& outbox) = 0;
  /// Prefetches host memory for a message about `line` that may be sent to this agent. A hint
  /// without side effects on the model; called only after enlist().
  virtual void prefetch_line(base::LineAddress) const {}
  /// Sends one of this agent's messages through its fabric port.
  virtual void transmit(Envelope& message) = 0;
};

class Dispatcher {
 public:
  Dispatcher() : Dispatcher(false) {}
  virtual ~Dispatcher() = default;

  /// Returns true if messages are handled in SystemC time, with several transactions in flight.
  bool in_time() const { return in_time_; }
  /// Returns this object as a QueuedDispatcher if in_time(), otherwise null.
  QueuedDispatcher* queued();

  /// Queues an arrived message for `receiver`. Called by the agent's fabric socket.
  void arrived(Envelope& message, Agent& receiver) {
    if (__builtin_expect(in_time_, 0)) return arrived_in_time(message, receiver);
    queue_.emplace_back(message, receiver);
    for (std::size_t i = queue_.size() - 1; i > 0 && before(*queue_[i - 1].message, message); --i) {
      std::swap(queue_[i - 1], queue_[i]);
    }
  }

  /// Returns a copy of a message, which the receiver of the message handles again or sends on.
  Envelope& copy_of(const Envelope& message);
  /// Delivers a message to its receiver at the message's time, without an ingress.
  void deliver_again(Envelope& message, Agent& receiver);

  /// Runs `post(outbox)` on behalf of `sender` and handles all resulting messages. In SystemC time
  /// it only sends the posted messages. Not re-entrant: handlers must not call it.
  template <class Post>
  void execute(Agent& sender, Post&& post) {
    begin();
    post(outbox_);
    send_posted(sender);
    drain();
  }

  /// Announces a possible message about `line` to agent `to`, which prefetches if it has enlisted.
  void prefetch_line(base::AgentId to, base::LineAddress line) const {
    const auto i = static_cast<std::size_t>(to);
    if (i < enlisted_.size() && enlisted_[i] != nullptr) enlisted_[i]->prefetch_line(line);
  }
  /// Registers `agent` to receive prefetch hints for messages to `id`.
  void enlist(base::AgentId id, const Agent& agent) {
    const auto i = static_cast<std::size_t>(id);
    if (i >= enlisted_.size()) enlisted_.resize(i + 1, nullptr);
    enlisted_[i] = &agent;
  }

  /// Registers a passive observer of handled messages. Precondition: before the run.
  void set_observer(DispatchObserver& observer) { observer_ = &observer; }

  /// Current number of transactions begun. Transaction ids start at 1.
  std::uint64_t transactions() const { return transactions_; }

  /// Observer of line copies, or null.
  CopyObserver* copies() const { return copies_; }
  void observe_copies(CopyObserver* observer) { copies_ = observer; }

  /// Faults present in the machine, or null if the machine has no fault model.
  ras::Damage* damage() const { return damage_; }
  void keep_damage(ras::Damage* damage) { damage_ = damage; }
  /// Returns true if messages carry a version or poison mark of their data.
  bool data_have_marks() const { return copies_ != nullptr || damage_ != nullptr; }

  /// Number of messages delivered since the start.
  std::uint64_t delivered() const { return delivered_; }

 protected:
  friend class Outbox;
  explicit Dispatcher(bool in_time) : outbox_(*this), in_time_(in_time) {}

  /// Constructed word by word: a wide read right after two narrow writes would stall the host.
  struct Arrival {
    Arrival(Envelope& m, Agent& r) : message(&m), receiver(&r) {}
    Envelope* message;
    Agent* receiver;
  };

  static bool before(const Envelope& a, const Envelope& b) {
    return a.time != b.time ? a.time < b.time : a.sequence < b.sequence;
  }

  void begin();
  void drain();
  void arrived_in_time(Envelope& message, Agent& receiver);
  /// Hands an arrival to its receiver and sends the messages that the receiver posts.
  void handle(const Arrival& arrival);
  /// Handles an arrival at the current kernel time, after its delivery was scheduled for it.
  void handle_now(const Arrival& arrival);
  void send_posted(Agent& sender) {
    // transmit() only moves envelopes and schedules arrivals, so nothing can post during the loop.
    for (Envelope* message : outbox_.posted_) sender.transmit(*message);
    outbox_.posted_.clear();
  }
  Envelope& acquire() {
    if (__builtin_expect(free_.empty(), 0)) grow();
    Envelope& message = *free_.back();
    free_.pop_back();
    message.horizon = horizon_;
    message.sequence = sequence_++;
    return message;
  }
  void grow();
  /// All messages that were sent and not yet handled.
  std::vector<const Envelope*> under_way() const;

  /// Envelopes at stable addresses. The size is the maximum number ever in flight.
  std::deque<Envelope> storage_;
  std::vector<Envelope*> free_;
  std::vector<Arrival> queue_;  ///< Arrivals sorted by time, latest first. Usually holds a handful.
  Outbox outbox_;
  bool in_time_;
  /// Agents that accept prefetch hints, by AgentId; null if not enlisted.
  std::vector<const Agent*> enlisted_;
  DispatchObserver* observer_ = nullptr;
  std::uint64_t sequence_ = 0;
  std::uint64_t transactions_ = 0;
  /// Transaction of the current message, or of the last one between messages.
  std::uint64_t transaction_ = 0;
  std::uint64_t delivered_ = 0;
  base::Time horizon_;
  bool running_ = false;
  CopyObserver* copies_ = nullptr;
  ras::Damage* damage_ = nullptr;
};

inline Envelope& Outbox::reply_to(const Envelope& cause) {
  Envelope& message = dispatcher_.acquire();
  message.time = cause.time;
  message.transaction = cause.transaction;
  message.ledger = cause.ledger;
  posted_.push_back(&message);
  return message;
}

inline Envelope& Outbox::start(base::Time time) {
  Envelope& message = dispatcher_.acquire();
  message.time = time;
  message.transaction = dispatcher_.transaction_;
  message.ledger = {};
  posted_.push_back(&message);
  return message;
}

}  // namespace starnuma::kernel
