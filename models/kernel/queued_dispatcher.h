// SPDX-License-Identifier: Apache-2.0
// The dispatcher in queued mode: messages are delivered in SystemC time, so that many transactions
// are in flight and every transient state is exposed.
//
// Contract: agents are the same as in immediate mode (`handle`, `transmit`). start() sends what an
// agent wants to send and returns at once; a message is handled when kernel time reaches its time.
// Boxes between agents are Stations: they hold messages and are called when a message's time has
// come or when they asked to be. Equal times keep the order in which calls were asked for.
// execute() belongs to immediate mode and must not be called here.
// Timing: none of its own.
#pragma once

#include <queue>
#include <systemc>
#include <vector>

#include "models/kernel/dispatcher.h"

namespace starnuma::kernel {

/// A box that keeps messages for a while.
class Station {
 public:
  virtual ~Station() = default;
  /// `tag` is what the call was asked for with; `message` is a message whose time is now, or
  /// nothing.
  virtual void due(int tag, Envelope* message) = 0;
};

class QueuedDispatcher : public sc_core::sc_module, public Dispatcher {
 public:
  explicit QueuedDispatcher(const sc_core::sc_module_name& name);

  /// Sends what `post(outbox)` posts on behalf of `sender`. Not from inside a handler.
  template <class Post>
  void start(Agent& sender, Post&& post) {
    open_outbox();
    post(outbox_);
    send_posted(sender);
    running_ = false;
    wake();
  }

  /// A number for a transaction whose messages somebody starts; in queued mode many are under way.
  std::uint64_t new_transaction() { return ++transactions_; }

  /// Calls `station.due(tag, message)` at `time`, which must not have passed.
  void call_at(base::Time time, Station& station, int tag, Envelope* message = nullptr);

  /// Nothing is on its way and nobody asked to be called.
  bool idle() const { return calls_.empty() && queue_.empty(); }

 private:
  struct Call {
    base::Time time;
    std::uint64_t order;
    Station* station;
    Envelope* message;
    int tag;
    bool operator<(const Call& other) const {  // the earliest is the greatest
      return time != other.time ? other.time < time : other.order < order;
    }
  };

  void open_outbox();
  void deliver();
  void wake();

  std::priority_queue<Call> calls_;
  std::uint64_t order_ = 0;
  sc_core::sc_event due_;
  base::Time due_at_;  ///< When `due_` is notified for; zero: not.
};

}  // namespace starnuma::kernel
