// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/reroute_order.h"

#include <algorithm>
#include <utility>

namespace starnuma::kernel {

using base::Time;

RerouteOrder::RerouteOrder(MayPass may_pass, Take take)
    : may_pass_(may_pass), take_(std::move(take)) {}

void RerouteOrder::change(const std::vector<const Envelope*>& messages, Time now) {
  drop_arrived(now);
  for (const Envelope* message : messages) {
    const auto same = [&](const OnPreviousRoute& old) {
      return old.message.sequence == message->sequence;
    };
    const bool known = std::any_of(on_previous_route_.begin(), on_previous_route_.end(), same);
    if (!known && come_.count(message) == 0) on_previous_route_.push_back({*message});
  }
}

bool RerouteOrder::must_follow(const Envelope& later, const Envelope& earlier) const {
  return earlier.sequence < later.sequence && earlier.source == later.source &&
         earlier.destination == later.destination &&
         earlier.interleave_key == later.interleave_key && !may_pass_(later, earlier);
}

bool RerouteOrder::has_to_wait(const Envelope& message) const {
  return std::any_of(on_previous_route_.begin(), on_previous_route_.end(),
                     [&](const OnPreviousRoute& old) {
                       return old.arrival == kOnItsWay && must_follow(message, old.message);
                     }) ||
         std::any_of(waiting_.begin(), waiting_.end(),
                     [&](const Waiting& other) { return must_follow(message, *other.message); });
}

void RerouteOrder::admit(Envelope& message, Agent& receiver, Time now) {
  drop_arrived(now);
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
void RerouteOrder::take(Envelope& message, Agent& receiver) {
  for (OnPreviousRoute& old : on_previous_route_) {
    if (must_follow(message, old.message) && message.time < old.arrival) {
      message.advance(accounting::LatencyKind::kLineQueue, old.arrival - message.time);
    }
  }
  for (OnPreviousRoute& old : on_previous_route_) {
    if (old.message.sequence == message.sequence) old.arrival = message.time;
  }
  come_.insert(&message);
  take_(message, receiver);
}

void RerouteOrder::drop_arrived(Time now) {
  const auto there = [&](const OnPreviousRoute& old) {
    return old.arrival != kOnItsWay && old.arrival <= now;
  };
  on_previous_route_.erase(
      std::remove_if(on_previous_route_.begin(), on_previous_route_.end(), there),
      on_previous_route_.end());
}

}  // namespace starnuma::kernel
