// SPDX-License-Identifier: Apache-2.0
#include "models/timing/arbiter.h"

#include <algorithm>

namespace starnuma::timing {

using base::Time;

Arbiter::Arbiter(Arbitration policy, std::vector<int> weights)
    : policy_(policy), weights_(std::move(weights)), deficit_(weights_.size()) {}

int Arbiter::pick(const std::vector<Time>& service) {
  const bool waiting =
      std::any_of(service.begin(), service.end(), [](Time t) { return t > Time(0); });
  if (!waiting) return -1;
  return policy_ == Arbitration::kRoundRobin ? pick_in_turn(service) : pick_weighted(service);
}

int Arbiter::pick_in_turn(const std::vector<Time>& service) {
  while (service[turn_] == Time(0)) next_turn();
  const int chosen = static_cast<int>(turn_);
  next_turn();
  return chosen;
}

int Arbiter::pick_weighted(const std::vector<Time>& service) {
  quantum_ = std::max(quantum_, *std::max_element(service.begin(), service.end()));
  for (;;) {
    if (service[turn_] == Time(0)) {
      deficit_[turn_] = Time(0);  // an idle queue saves nothing up
    } else if (deficit_[turn_] >= service[turn_]) {
      deficit_[turn_] -= service[turn_];
      return static_cast<int>(turn_);
    }
    next_turn();
    deficit_[turn_] += quantum_ * weights_[turn_];
  }
}

void Arbiter::next_turn() { turn_ = turn_ + 1 == weights_.size() ? 0 : turn_ + 1; }

}  // namespace starnuma::timing
