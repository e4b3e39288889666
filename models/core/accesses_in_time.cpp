// SPDX-License-Identifier: Apache-2.0
#include "models/core/accesses_in_time.h"

#include <algorithm>
#include <utility>

#include "models/kernel/now.h"
#include "models/protocol/access.h"

namespace starnuma::core {

using base::Time;
using kernel::LookUp;
using protocol::Access;

namespace {

constexpr base::LineAddress kNoLine{~std::uint64_t{0}};

}  // namespace

When AccessesInTime::send(Access& access, When operand) {
  if (error_) rethrow();
  PendingTimes& times = PendingTimes::all();
  const bool known = times.resolved(operand);
  if (known) {
    access.issued = access.time = clock_.time_of(std::max(window_.now(), times.at(operand)));
    if (to_.look_ups.look_up(access) == LookUp::kHit) return When(clock_.ticks_of(access.time));
  }
  Outstanding& one = take();
  one.access = access;
  one.issued = window_.now();
  one.token = times.allocate();
  known ? start(one, clock_.ticks_of(one.access.issued)) : times.subscribe(operand, one);
  return one.token;
}

/// Schedules an access. Its operand arrives at `ready`.
void AccessesInTime::start(Outstanding& one, Ticks ready) {
  const Time at = std::max(clock_.time_of(std::max(ready, one.issued)), kernel::now());
  one.access.issued = one.access.time = at;
  dispatcher_.call_at(at, one, 0);
}

void AccessesInTime::Outstanding::due(int, kernel::Envelope*) { owner.look(*this); }

void AccessesInTime::look(Outstanding& one) {
  one.access.line = kNoLine;
  one.found = to_.look_ups.look_up(one.access);
  if (one.found == LookUp::kHit) return finish(one);
  if (follow(one)) return;
  one.leads = one.access.line;
  dispatcher_.run([this, &one] {  // captures fit into std::function without an allocation
    try {
      one.found == LookUp::kMiss ? to_.look_ups.miss(one.access) : to_.memory.send(one.access);
    } catch (const protocol::AccessError&) {
      error_ = std::current_exception();
    }
    const base::LineAddress line = one.leads;
    finish(one);
    if (line != kNoLine) release(line);
  });
}

/// Returns true if the access waits for an outstanding miss to the same line. Otherwise it becomes
/// the miss itself. The line is known if the TLBs translate the page.
bool AccessesInTime::follow(Outstanding& one) {
  if (one.access.line == kNoLine) return false;
  const auto leader = find(one.access.line);
  if (leader == leaders_.end()) {
    leaders_.push_back({one.access.line});
    return false;
  }
  if (free_follower_ == kNone) {
    free_follower_ = static_cast<int>(followers_.size());
    followers_.push_back({nullptr, kNone});
  }
  const int added = free_follower_;
  free_follower_ = follower(added).next;
  follower(added) = {&one, kNone};
  (leader->last != kNone ? follower(leader->last).next : leader->first) = added;
  leader->last = added;
  return true;
}

/// Retries the accesses that waited for the line after its miss has completed.
void AccessesInTime::release(base::LineAddress line) {
  const auto leader = find(line);
  int i = leader->first;
  *leader = leaders_.back();
  leaders_.pop_back();
  while (i != kNone) {
    dispatcher_.call_at(kernel::now(), *follower(i).one, 0);
    i = std::exchange(follower(i).next, std::exchange(free_follower_, i));
  }
}

std::vector<AccessesInTime::Leader>::iterator AccessesInTime::find(base::LineAddress line) {
  return std::find_if(leaders_.begin(), leaders_.end(),
                      [&](const Leader& leader) { return leader.line == line; });
}

void AccessesInTime::finish(Outstanding& one) {
  PendingTimes::all().complete(one.token, clock_.ticks_of(one.access.time));
  free_.push_back(&one);
}

AccessesInTime::Outstanding& AccessesInTime::take() {
  if (free_.empty()) free_.push_back(&storage_.emplace_back(*this));
  Outstanding& one = *free_.back();
  free_.pop_back();
  return one;
}

Ticks AccessesInTime::wait_for(When token) {
  PendingTimes& times = PendingTimes::all();
  while (!times.resolved(token)) {
    times.subscribe(token, *this);
    sc_core::wait(arrived_);
  }
  rethrow();
  return times.at(token);
}

/// Throws the error of an earlier access, if there is one.
void AccessesInTime::rethrow() {
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

}  // namespace starnuma::core
