// SPDX-License-Identifier: Apache-2.0
// The dispatcher: delivers messages to agents in (time, sequence) order until none is left.
//
// Contract: an Agent handles one message at a time and answers by posting messages into an Outbox;
// it never sends from inside a callback, so no agent is ever re-entered. execute() starts a
// transaction with the messages an agent wants to send and returns when it has drained.
// Timing: immediate mode: the dispatcher adds no delay of its own. QueuedDispatcher delivers the
// same messages to the same agents in SystemC time; execute() then sends and drains nothing.
#pragma once

#include <deque>
#include <utility>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/kernel/copy_observer.h"
#include "models/kernel/dispatch_observer.h"
#include "models/kernel/envelope.h"

namespace starnuma::ras {
class Damage;
}

namespace starnuma::kernel {

class Dispatcher;
class QueuedDispatcher;

/// Messages that an agent wants to send; filled by handlers, sent by the dispatcher.
class Outbox {
 public:
  explicit Outbox(Dispatcher& dispatcher) : dispatcher_(dispatcher) {}
  /// A new message with time, ledger, transaction and horizon of its `cause`.
  Envelope& reply_to(const Envelope& cause);
  /// A new message that starts at `time` with an empty ledger.
  Envelope& start(base::Time time);

 private:
  friend class Dispatcher;
  Dispatcher& dispatcher_;
  std::vector<Envelope*> posted_;
};

/// An end point of the fabric.
class Agent {
 public:
  virtual ~Agent() = default;
  /// Takes one message; posts what follows from it.
  virtual void handle(Envelope& message, Outbox& outbox) = 0;
  /// A message about the line may set out for this agent: what of host memory its handling will
  /// need may be fetched meanwhile. Changes nothing. Only for agents that have enlisted.
  virtual void prefetch_line(base::LineAddress) const {}
  /// Sends one of this agent's messages through its fabric port.
  virtual void transmit(Envelope& message) = 0;
};

class Dispatcher {
 public:
  Dispatcher() : Dispatcher(false) {}
  virtual ~Dispatcher() = default;

  /// Messages are handled in SystemC time: several transactions are under way at once.
  bool in_time() const { return in_time_; }
  /// The same dispatcher, where they are; else null.
  QueuedDispatcher* queued();

  /// Called by an agent's fabric socket: queue an arrived message for it.
  void arrived(Envelope& message, Agent& receiver) {
    if (__builtin_expect(in_time_, 0)) return arrived_in_time(message, receiver);
    queue_.emplace_back(message, receiver);
    for (std::size_t i = queue_.size() - 1; i > 0 && before(*queue_[i - 1].message, message); --i) {
      std::swap(queue_[i - 1], queue_[i]);
    }
  }

  /// Runs `post(outbox)` on behalf of `sender` and drains everything that follows; in SystemC time
  /// it sends only. Not re-entrant: only code that is not a handler may call it.
  template <class Post>
  void execute(Agent& sender, Post&& post) {
    begin();
    post(outbox_);
    send_posted(sender);
    drain();
  }

  /// A message about the line may set out for `to`, who may fetch for it if it has enlisted.
  void prefetch_line(base::AgentId to, base::LineAddress line) const {
    const auto i = static_cast<std::size_t>(to);
    if (i < enlisted_.size() && enlisted_[i] != nullptr) enlisted_[i]->prefetch_line(line);
  }
  /// From now on the agent may fetch for what may set out for `id`.
  void enlist(base::AgentId id, const Agent& agent) {
    const auto i = static_cast<std::size_t>(id);
    if (i >= enlisted_.size()) enlisted_.resize(i + 1, nullptr);
    enlisted_[i] = &agent;
  }

  /// Registers a passive observer of handled messages; before the run.
  void set_observer(DispatchObserver& observer) { observer_ = &observer; }

  /// Transactions begun so far; they are numbered from 1.
  std::uint64_t transactions() const { return transactions_; }

  /// Who is told of copies of lines, or nothing; agents look here.
  CopyObserver* copies() const { return copies_; }
  void observe_copies(CopyObserver* observer) { copies_ = observer; }

  /// What is broken in the machine, or nothing where nothing ever is; agents look here.
  ras::Damage* damage() const { return damage_; }
  void keep_damage(ras::Damage* damage) { damage_ = damage; }
  /// Messages say of their data whether they are good, or which write they have.
  bool data_have_marks() const { return copies_ != nullptr || damage_ != nullptr; }

  /// Messages delivered since the start.
  std::uint64_t delivered() const { return delivered_; }

 protected:
  friend class Outbox;
  explicit Dispatcher(bool in_time) : outbox_(*this), in_time_(in_time) {}

  /// Written and read word by word: a host stalls where it reads both at once right after.
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
  /// Hands an arrival to its receiver and sends what that posts.
  void handle(const Arrival& arrival);
  /// The same at kernel time, where the arrival has been waiting for that.
  void handle_now(const Arrival& arrival);
  void send_posted(Agent& sender) {
    // transmit() only moves envelopes and queues arrivals: nothing can post meanwhile.
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
  /// All that have been sent and not been handled.
  std::vector<const Envelope*> under_way() const;

  std::deque<Envelope> storage_;  ///< Stable addresses; grows to the most messages ever in flight.
  std::vector<Envelope*> free_;
  std::vector<Arrival> queue_;  ///< Sorted, latest first: a handful of messages at a time.
  Outbox outbox_;
  bool in_time_;
  std::vector<const Agent*> enlisted_;  ///< By AgentId; nothing for those that have not enlisted.
  DispatchObserver* observer_ = nullptr;
  std::uint64_t sequence_ = 0;
  std::uint64_t transactions_ = 0;
  std::uint64_t transaction_ = 0;  ///< Whose message is, or was last, at an agent.
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
