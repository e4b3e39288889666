// SPDX-License-Identifier: Apache-2.0
// Dispatcher in SystemC time: it handles each message at the message's time. Several transactions
// are in flight at once, and components can defer messages.
//
// Contract:
// - Agents, outboxes and envelopes are the same as in immediate mode.
// - execute() sends and returns; its caller waits for the outcome.
// - A component along a route is an EventTarget, called when a message is scheduled or at a time
// that it has scheduled.
// - Ordering: calls of equal time keep the order of their requests.
// - A waiting caller runs on a fiber. Ready fibers run in the order in which they became ready,
//   after the current handler or fiber and before the next message.
// - Timing: the dispatcher adds no delay.
// - Within run_for() the dispatcher handles events that precede all SystemC activity without a
//   SystemC time step.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/kernel/calendar.h"
#include "models/kernel/dispatcher.h"
#include "models/kernel/fibers.h"
#include "models/kernel/now.h"
#include "models/kernel/reroute_order.h"

namespace starnuma::kernel {

/// Event target: a component that defers messages or schedules calls at a time.
class EventTarget {
 public:
  virtual ~EventTarget() = default;
  /// Handles a call scheduled with `tag`. `message` is the message scheduled for this time, or
  /// null.
  virtual void due(int tag, Envelope* message) = 0;
};

/// Ingress of an agent: receives the agent's messages and admits them one at a time.
class IngressGate {
 public:
  virtual ~IngressGate() = default;
  virtual void admit(Envelope& message) = 0;
};

class QueuedDispatcher : public sc_core::sc_module, public Dispatcher {
 public:
  explicit QueuedDispatcher(const sc_core::sc_module_name& name);

  /// Allocates the id of a new transaction.
  std::uint64_t new_transaction() { return ++transactions_; }

  /// Schedules `station.due(tag, message)` at `time`. Precondition: `time` is not in the past.
  void call_at(base::Time time, EventTarget& target, int tag, Envelope* message = nullptr);

  /// Runs `body` on a fiber until it first waits. Must not be called from a handler or a fiber.
  void run(Fibers::Body body) { fibers_.run(std::move(body)); }
  /// Schedules `body` to run on a fiber at the current kernel time, after the current handler or
  /// fiber. May be called from anywhere.
  void spawn(Fibers::Body body) {
    spawned_.push_back(std::move(body));
    if (!delivering_) wake();
  }
  /// Current fiber, or null.
  Fiber* running() const { return fibers_.current(); }
  /// Suspends the current fiber, or the SystemC thread that calls, until `time`. Returns at once if
  /// `time` has passed.
  void wait_until(base::Time time);
  /// Suspends the current fiber until make_ready().
  void wait() { fibers_.suspend(); }
  void make_ready(Fiber& fiber) {
    Fibers::prefetch(fiber);
    ready_.push_back(&fiber);
    if (!delivering_) wake();
  }

  /// Makes messages of a line from one agent to another arrive in the order in which they were
  /// sent. Routes with look-ups of addresses would reorder them otherwise.
  /// Precondition: before the run.
  void keep_order_of_lines() { keeps_order_ = true; }

  /// Enables reroutes during the run, with the ordering rule `may_pass`. Precondition: before the
  /// run.
  void expect_rerouted(RerouteOrder::MayPass may_pass) {
    reroute_order_.emplace(may_pass, [this](Envelope& m, Agent& r) { take(m, r); });
  }
  /// Starts a reroute: later messages, and possibly messages in flight, take new routes.
  void begin_reroute() {
    if (reroute_order_) reroute_order_->change(under_way(), now());
  }

  /// Registers `gate` as the ingress of `agent`. Precondition: before the run.
  void install_gate(base::AgentId agent, IngressGate& gate) {
    const auto i = static_cast<std::size_t>(agent);
    if (i >= gates_.size()) gates_.resize(i + 1, nullptr);
    gates_[i] = &gate;
  }
  /// Delivers a message at its scheduled time after its gate has admitted it.
  void deliver_admitted(Envelope& message, Agent& receiver) { expect(message, receiver); }

  /// Returns true if no message, ready fiber or scheduled call is pending.
  bool idle() const { return calendar_.empty() && ready_.empty() && spawned_.empty(); }
  /// Number of fibers that have begun and not ended.
  std::size_t pending_fibers() const { return fibers_.under_way(); }

 private:
  friend class Dispatcher;
  /// Scheduled event of the calendar: a call of an event target or a message arrival.
  struct Next {
    EventTarget* target = nullptr;  ///< Null for a message arrival.
    Agent* receiver = nullptr;
    Envelope* message = nullptr;
    int tag = 0;
  };
  /// First sequence number of calls; calls follow message arrivals of equal time.
  static constexpr std::uint64_t kCalls = std::uint64_t{1} << 63;
  /// Resumes fibers and SystemC threads at the times for which they are scheduled.
  struct Alarm : EventTarget {
    explicit Alarm(QueuedDispatcher& its_dispatcher) : dispatcher(its_dispatcher) {}
    void due(int tag, Envelope* message) override;
    struct Waiter {
      Fiber* fiber = nullptr;  ///< Null if a SystemC thread waits.
      std::unique_ptr<sc_core::sc_event> thread;
    };
    QueuedDispatcher& dispatcher;
    std::vector<Waiter> waiters;  ///< Waiter by tag; only valid while the tag is in use.
    std::vector<int> free;
  };

  void arrive(Envelope& message, Agent& receiver) {
    if (reroute_order_) return reroute_order_->admit(message, receiver, now());
    take(message, receiver);
  }
  void take(Envelope& message, Agent& receiver) {
    if (keeps_order_) keep_order(message);
    const auto i = static_cast<std::size_t>(message.destination);
    if (i < gates_.size() && gates_[i] != nullptr) return gates_[i]->admit(message);
    expect(message, receiver);
  }
  void expect(Envelope& message, Agent& receiver) {
    calendar_.push({message.time, message.sequence, {nullptr, &receiver, &message, 0}});
    if (!delivering_) wake();
  }
  void keep_order(Envelope& message);
  void run_ready_fibers() {
    if (!ready_.empty() || !spawned_.empty()) run_some_fibers();
  }
  void run_some_fibers();
  void prefetch_next() const;
  void deliver();
  void allow_run_ahead();
  void wake();

  Calendar<Next> calendar_;
  std::deque<Fiber*> ready_;
  std::deque<Fibers::Body> spawned_;
  std::vector<IngressGate*> gates_;  ///< Ingress by AgentId; null if the agent has none.
  /// Arrival time of the latest message in flight with an interleave key.
  struct Latest {
    base::Time arrival;
    std::uint16_t key;
  };
  /// Messages in flight by source and destination.
  std::vector<std::vector<std::vector<Latest>>> in_flight_;
  Fibers fibers_;
  Alarm alarm_{*this};
  std::uint64_t order_ = kCalls;
  bool delivering_ = false;
  bool keeps_order_ = false;
  std::optional<RerouteOrder> reroute_order_;
  sc_core::sc_event due_;
  base::Time due_by_receiver_;  ///< Time for which `due_` is notified; zero if it is not.
};

/// Fibers that wait for the same condition.
class WaitingFibers {
 public:
  bool empty() const { return waiting_.empty(); }
  /// Suspends the current fiber until the next wake().
  void wait(QueuedDispatcher& dispatcher) {
    waiting_.push_back(dispatcher.running());
    dispatcher.wait();
  }
  void wake(QueuedDispatcher& dispatcher) {
    for (Fiber* fiber : waiting_) dispatcher.make_ready(*fiber);
    waiting_.clear();
  }
  /// Wakes the fiber that has waited longest, if there is one.
  void wake_first(QueuedDispatcher& dispatcher) {
    if (waiting_.empty()) return;
    dispatcher.make_ready(*waiting_.front());
    waiting_.erase(waiting_.begin());
  }

 private:
  std::vector<Fiber*> waiting_;
};

/// Fibers that each wait for one key.
template <class Key>
class KeyedWaitingFibers {
 public:
  bool empty() const { return waiting_.empty(); }
  /// Suspends the current fiber until the next wake() of `key`; returns the time that it passes.
  base::Time wait(QueuedDispatcher& dispatcher, Key key) {
    base::Time time;
    waiting_.push_back({key, dispatcher.running(), &time});
    dispatcher.wait();
    return time;
  }
  /// Wakes the fibers that wait for `key`, in the order in which they began to wait.
  void wake(QueuedDispatcher& dispatcher, Key key, base::Time time = {}) {
    const auto wakes = [&](const Waiting& one) {
      if (one.key != key) return false;
      *one.time = time;
      dispatcher.make_ready(*one.fiber);
      return true;
    };
    waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(), wakes), waiting_.end());
  }

 private:
  struct Waiting {
    Key key;
    Fiber* fiber;
    base::Time* time;  ///< Result of the fiber's wait().
  };
  std::vector<Waiting> waiting_;
};

}  // namespace starnuma::kernel
