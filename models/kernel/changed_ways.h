// SPDX-License-Identifier: Apache-2.0
// Order between messages where the ways that they take change while some are under way: who set out
// before on the old way comes before who may not pass it on the new one.
//
// Contract: told of all messages on their way when ways change, and of every one that comes and is
// handled. Messages on the same way keep their order by themselves. One that has to wait leaves the
// buffer that it is in, so that whom it waits for has room; its wait is entered as
// LatencyKind::kLineQueue. Not modelled: the room that it waits in.
#pragma once

#include <functional>
#include <unordered_set>
#include <vector>

#include "models/base/quantities.h"
#include "models/kernel/envelope.h"

namespace starnuma::kernel {

class Agent;

class ChangedWays {
 public:
  /// Of two messages with equal source, destination and line: whether the later may come first.
  using MayPass = bool (*)(const Envelope& later, const Envelope& earlier);
  /// A message has come to its receiver.
  using Take = std::function<void(Envelope& message, Agent& receiver)>;

  ChangedWays(MayPass may_pass, Take take);

  /// Ways change; `messages` are all that have been sent and not been handled.
  void change(const std::vector<const Envelope*>& messages, base::Time now);
  /// A message has reached its receiver, or will at its time: takes it, and those that have waited
  /// for it, once nothing may come before.
  void come(Envelope& message, Agent& receiver, base::Time now);
  void handled(const Envelope& message) { come_.erase(&message); }
  /// Messages that wait now.
  std::size_t waiting() const { return waiting_.size(); }

 private:
  struct OnOldWay {
    Envelope message;             ///< As it was when ways changed.
    base::Time come = kOnItsWay;  ///< When it is there.
  };
  struct Waiting {
    Envelope* message;
    Agent* receiver;
  };
  static constexpr base::Time kOnItsWay{-1};

  /// Who is behind whom, on whatever ways.
  bool is_behind(const Envelope& later, const Envelope& earlier) const;
  bool has_to_wait(const Envelope& message) const;
  void take(Envelope& message, Agent& receiver);
  void forget_those_there(base::Time now);

  MayPass may_pass_;
  Take take_;
  std::vector<OnOldWay> on_old_ways_;
  std::vector<Waiting> waiting_;              ///< In the order in which they were sent.
  std::unordered_set<const Envelope*> come_;  ///< And not been handled.
};

}  // namespace starnuma::kernel
