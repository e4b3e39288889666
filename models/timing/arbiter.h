// SPDX-License-Identifier: Apache-2.0
// Selects the queue that is served next among queues that share a resource.
//
// Contract: pure; equal calls give equal answers. `round_robin` serves one message of each waiting
// queue in turn. `weighted` is deficit round robin: while they wait, queues get time in proportion
// to their weights, whatever the sizes of their messages.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::timing {

enum class Arbitration : std::uint8_t { kRoundRobin, kWeighted };

class Arbiter {
 public:
  /// `weights` has one number above zero per queue; round robin reads only their number.
  Arbiter(Arbitration policy, std::vector<int> weights);

  /// Returns the queue to serve at the current time, or -1. `service[q]` is the service time of the
  /// first message of queue q; it is zero if the queue is empty or blocked.
  int pick(const std::vector<base::Time>& service);

  /// By turns: as pick(), where no other queue waits.
  void pick_alone(std::size_t queue) {
    turn_ = queue;
    next_turn();
  }

 private:
  int pick_in_turn(const std::vector<base::Time>& service);
  int pick_weighted(const std::vector<base::Time>& service);
  void next_turn();

  Arbitration policy_;
  std::vector<int> weights_;
  std::vector<base::Time> deficit_;  ///< Time a queue may still use in its turn.
  std::size_t turn_ = 0;
  base::Time quantum_;  ///< Longest service seen: each turn then serves at least one message.
};

}  // namespace starnuma::timing
