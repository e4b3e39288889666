// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/changed_ways.h"

#include <algorithm>
#include <utility>

namespace starnuma::kernel {

using base::Time;

ChangedWays::ChangedWays(MayPass may_pass, Take take)
    : may_pass_(may_pass), take_(std::move(take)) {}

void ChangedWays::change(const std::vector<const Envelope*>& messages, Time now) {
  forget_those_there(now);
  for (const Envelope* message : messages) {
    const auto same = [&](const OnOldWay& old) {
      return old.message.sequence == message->sequence;
    };
    const bool known = std::any_of(on_old_ways_.begin(), on_old_ways_.end(), same);
    if (!known && come_.count(message) == 0) on_old_ways_.push_back({*message});
  }
}

bool ChangedWays::is_behind(const Envelope& later, const Envelope& earlier) const {
  return earlier.sequence < later.sequence && earlier.source == later.source &&
         earlier.destination == later.destination &&
         earlier.interleave_key == later.interleave_key && !may_pass_(later, earlier);
}

bool ChangedWays::has_to_wait(const Envelope& message) const {
  return std::any_of(on_old_ways_.begin(), on_old_ways_.end(),
                     [&](const OnOldWay& old) {
                       return old.come == kOnItsWay && is_behind(message, old.message);
                     }) ||
         std::any_of(waiting_.begin(), waiting_.end(),
                     [&](const Waiting& other) { return is_behind(message, *other.message); });
}

void ChangedWays::come(Envelope& message, Agent& receiver, Time now) {
  forget_those_there(now);
  if (has_to_wait(message)) {
    message.leave_buffer();
    const auto place = std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& other) {
      return message.sequence < other.message->sequence;
    });
    waiting_.insert(place, {&message, &receiver});
    return;
  }
  take(message, receiver);
  for (std::size_t i = 0; i < waiting_.size();) {
    const Waiting next = waiting_[i];
    if (has_to_wait(*next.message)) {
      ++i;
      continue;
    }
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    if (next.message->time < now) {
      next.message->advance(accounting::LatencyKind::kLineQueue, now - next.message->time);
    }
    take(*next.message, *next.receiver);
  }
}

/// Delivers a message, not earlier than any arrived message that it must not overtake.
void ChangedWays::take(Envelope& message, Agent& receiver) {
  for (OnOldWay& old : on_old_ways_) {
    if (is_behind(message, old.message) && message.time < old.come) {
      message.advance(accounting::LatencyKind::kLineQueue, old.come - message.time);
    }
  }
  for (OnOldWay& old : on_old_ways_) {
    if (old.message.sequence == message.sequence) old.come = message.time;
  }
  come_.insert(&message);
  take_(message, receiver);
}

void ChangedWays::forget_those_there(Time now) {
  const auto there = [&](const OnOldWay& old) { return old.come != kOnItsWay && old.come <= now; };
  on_old_ways_.erase(std::remove_if(on_old_ways_.begin(), on_old_ways_.end(), there),
                     on_old_ways_.end());
}

}  // namespace starnuma::kernel
