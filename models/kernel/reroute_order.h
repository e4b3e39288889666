// SPDX-License-Identifier: Apache-2.0
// Preserves message ordering across a reroute: a message must not overtake an earlier message that
// is still on the previous route.
//
// Contract:
// - Preconditions: change() receives all messages in flight. The dispatcher reports every arrival
//   and every handled message.
// - Ordering: messages on the same route already keep their order.
// - A deferred message leaves its buffer, so that earlier messages find free entries.
// - Timing: the delay of a deferred message is entered as LatencyKind::kLineQueue.
// - Not modelled: the capacity of the storage for deferred messages.
#pragma once

#include <functional>
#include <unordered_set>
#include <vector>

#include "models/base/quantities.h"
#include "models/kernel/envelope.h"

namespace starnuma::kernel {

class Agent;

class RerouteOrder {
 public:
  /// Returns true if `later` may overtake `earlier`. Both have equal source, destination and line.
  using MayPass = bool (*)(const Envelope& later, const Envelope& earlier);
  /// Delivers a message to its receiver.
  using Take = std::function<void(Envelope& message, Agent& receiver)>;

  RerouteOrder(MayPass may_pass, Take take);

  /// Starts a reroute. `messages` are all messages that were sent and not yet handled.
  void change(const std::vector<const Envelope*>& messages, base::Time now);
  /// Accepts an arriving message. Delivers it and the messages deferred behind it as soon as no
  /// earlier message can still arrive.
  void admit(Envelope& message, Agent& receiver, base::Time now);
  void handled(const Envelope& message) { come_.erase(&message); }
  /// Number of deferred messages.
  std::size_t waiting() const { return waiting_.size(); }

 private:
  struct OnPreviousRoute {
    Envelope message;                ///< Copy of the message at the time of the reroute.
    base::Time arrival = kOnItsWay;  ///< Arrival time.
  };
  struct Waiting {
    Envelope* message;
    Agent* receiver;
  };
  static constexpr base::Time kOnItsWay{-1};

  /// Returns true if `later` must not overtake `earlier`, whatever their routes.
  bool must_follow(const Envelope& later, const Envelope& earlier) const;
  bool has_to_wait(const Envelope& message) const;
  void take(Envelope& message, Agent& receiver);
  void drop_arrived(base::Time now);

  MayPass may_pass_;
  Take take_;
  std::vector<OnPreviousRoute> on_previous_route_;
  std::vector<Waiting> waiting_;  ///< Deferred messages in the order in which they were sent.
  /// Messages that have arrived and are not yet handled.
  std::unordered_set<const Envelope*> come_;
};

}  // namespace starnuma::kernel
