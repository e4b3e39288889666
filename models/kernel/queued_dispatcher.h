// SPDX-License-Identifier: Apache-2.0
// The dispatcher in SystemC time: each message is handled at its time, so several transactions are
// under way at once and boxes can hold messages back.
//
// Contract: same agents, outbox and envelopes as in immediate mode; execute() sends and returns,
// and its caller waits for what comes of it. Boxes on the way are Stations: they hold messages and
// are called when a message's time has come or when they asked to be. Equal times keep the order in
// which calls were asked for. Who waits runs on a fiber: what is made ready goes on when the
// handler or fiber that runs now is done, before the next message, in the order in which it was
// made ready. Timing: none of its own.
#pragma once

#include <deque>
#include <optional>
#include <systemc>
#include <vector>

#include "models/kernel/calendar.h"
#include "models/kernel/changed_ways.h"
#include "models/kernel/dispatcher.h"
#include "models/kernel/fibers.h"
#include "models/kernel/now.h"

namespace starnuma::kernel {

/// A box that keeps messages for a while, or whoever else wants to be called at a time.
class Station {
 public:
  virtual ~Station() = default;
  /// `tag` is what the call was asked for with; `message` is a message whose time is now, or
  /// nothing.
  virtual void due(int tag, Envelope* message) = 0;
};

/// What messages for an agent come to before it: it lets them in, one after the other.
class Gate {
 public:
  virtual ~Gate() = default;
  virtual void come(Envelope& message) = 0;
};

class QueuedDispatcher : public sc_core::sc_module, public Dispatcher {
 public:
  explicit QueuedDispatcher(const sc_core::sc_module_name& name);

  /// A number for a transaction whose messages somebody starts; many are under way.
  std::uint64_t new_transaction() { return ++transactions_; }

  /// Calls `station.due(tag, message)` at `time`, which must not have passed.
  void call_at(base::Time time, Station& station, int tag, Envelope* message = nullptr);

  /// Runs `body` on a fiber, until it first waits. Not from a handler or a fiber.
  void run(Fibers::Body body) { fibers_.run(std::move(body)); }
  /// Runs it on a fiber at kernel time, when whoever runs now is done. From anywhere.
  void spawn(Fibers::Body body) {
    spawned_.push_back(std::move(body));
    if (!delivering_) wake();
  }
  /// The fiber that runs; null: none.
  Fiber* running() const { return fibers_.current(); }
  /// The fiber that runs waits until `time`; not at all where that has come.
  void wait_until(base::Time time);
  /// The fiber that runs waits until it is made ready.
  void wait() { fibers_.suspend(); }
  void make_ready(Fiber& fiber) {
    ready_.push_back(&fiber);
    if (!delivering_) wake();
  }

  /// From now on messages of a line from one agent to another arrive in the order in which they
  /// were sent: a way that is booked ahead of time may not keep it, as single waits of bookings are
  /// not exact, nor one with look-ups in it. Before the run.
  void keep_order_of_lines() { keeps_order_ = true; }

  /// Ways may change: then too messages keep the order that `may_pass` asks for. Before the run.
  void expect_changed_ways(ChangedWays::MayPass may_pass) {
    changed_ways_.emplace(may_pass, [this](Envelope& m, Agent& r) { take(m, r); });
  }
  /// Who sets out from now on may take another way than who is under way, who may go on by another.
  void change_ways() {
    if (changed_ways_) changed_ways_->change(under_way(), now());
  }

  /// Messages for `agent` come to `gate`. Before the run.
  void put_before(base::AgentId agent, Gate& gate) {
    const auto i = static_cast<std::size_t>(agent);
    if (i >= gates_.size()) gates_.resize(i + 1, nullptr);
    gates_[i] = &gate;
  }
  /// A gate lets a message in, at its time.
  void let_in(Envelope& message, Agent& receiver) { expect(message, receiver); }

  /// Nothing is on its way, nobody is ready and nobody asked to be called.
  bool idle() const { return calendar_.empty() && ready_.empty() && spawned_.empty(); }
  /// Fibers that have begun and not ended.
  std::size_t fibers_under_way() const { return fibers_.under_way(); }

 private:
  friend class Dispatcher;
  /// A call of a station, or a message that arrives.
  struct Next {
    Station* station = nullptr;  ///< Null: it arrives.
    Agent* receiver = nullptr;
    Envelope* message = nullptr;
    int tag = 0;
  };
  static constexpr std::uint64_t kCalls = std::uint64_t{1} << 63;  ///< Come behind arrivals.
  /// Goes on with a fiber that waits for a time.
  struct Alarm : Station {
    explicit Alarm(QueuedDispatcher& its_dispatcher) : dispatcher(its_dispatcher) {}
    void due(int tag, Envelope* message) override;
    QueuedDispatcher& dispatcher;
    std::vector<Fiber*> waiting;  ///< By tag; null: free.
    std::vector<int> free;
  };

  void arrive(Envelope& message, Agent& receiver) {
    if (changed_ways_) return changed_ways_->come(message, receiver, now());
    take(message, receiver);
  }
  void take(Envelope& message, Agent& receiver) {
    if (keeps_order_) keep_order(message);
    const auto i = static_cast<std::size_t>(message.destination);
    if (i < gates_.size() && gates_[i] != nullptr) return gates_[i]->come(message);
    expect(message, receiver);
  }
  void expect(Envelope& message, Agent& receiver) {
    calendar_.push({message.time, message.sequence, {nullptr, &receiver, &message, 0}});
    if (!delivering_) wake();
  }
  void keep_order(Envelope& message);
  void go_on_with_ready() {
    if (!ready_.empty() || !spawned_.empty()) go_on_with_some();
  }
  void go_on_with_some();
  void deliver();
  void wake();

  Calendar<Next> calendar_;
  std::deque<Fiber*> ready_;
  std::deque<Fibers::Body> spawned_;
  std::vector<Gate*> gates_;  ///< By AgentId; null: none.
  /// The latest of a line's messages that are on their way, or of lines with the same key.
  struct Latest {
    base::Time arrival;
    std::uint16_t key;
  };
  std::vector<std::vector<std::vector<Latest>>> on_the_way_;  ///< By source, then by destination.
  Fibers fibers_;
  Alarm alarm_{*this};
  std::uint64_t order_ = kCalls;
  bool delivering_ = false;
  bool keeps_order_ = false;
  std::optional<ChangedWays> changed_ways_;
  sc_core::sc_event due_;
  base::Time due_at_;  ///< When `due_` is notified for; zero: not.
};

/// Fibers that wait for the same thing.
class WaitingFibers {
 public:
  bool empty() const { return waiting_.empty(); }
  /// The fiber that runs waits until the next wake().
  void wait(QueuedDispatcher& dispatcher) {
    waiting_.push_back(dispatcher.running());
    dispatcher.wait();
  }
  void wake(QueuedDispatcher& dispatcher) {
    for (Fiber* fiber : waiting_) dispatcher.make_ready(*fiber);
    waiting_.clear();
  }
  /// The one that has waited longest, if any.
  void wake_first(QueuedDispatcher& dispatcher) {
    if (waiting_.empty()) return;
    dispatcher.make_ready(*waiting_.front());
    waiting_.erase(waiting_.begin());
  }

 private:
  std::vector<Fiber*> waiting_;
};

}  // namespace starnuma::kernel
