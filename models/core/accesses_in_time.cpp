// SPDX-License-Identifier: Apache-2.0
#include "models/core/accesses_in_time.h"

#include <algorithm>
#include <utility>

#include "models/kernel/now.h"
#include "models/protocol/access_error.h"

namespace starnuma::core {

using base::Time;
using protocol::Access;

void AccessesInTime::send(Access& access) {
  if (error_) rethrow();
  PendingTimes& times = PendingTimes::all();
  const Ticks asked = access.issued.ps() * ticks_per_ps_;
  const bool known = times.known(asked);
  if (known && PendingTimes::is_name(asked)) {
    access.issued = access.time = Time(std::max(window_.now(), times.at(asked)) / ticks_per_ps_);
  }
  if (known && to_.readiness.at_once(access)) return to_.memory.send(access);
  UnderWay& one = take();
  one.access = access;
  one.issued = window_.now();
  one.name = times.begin(ticks_per_ps_);
  access.time = Time(one.name / ticks_per_ps_);
  known ? start(one, one.access.issued.ps() * ticks_per_ps_) : times.tell(asked, one);
}

/// What it hangs on is there at `ready`.
void AccessesInTime::start(UnderWay& one, Ticks ready) {
  const Time at = std::max(Time(std::max(ready, one.issued) / ticks_per_ps_), kernel::now());
  one.access.issued = one.access.time = at;
  dispatcher_.call_at(at, one, 0);
}

void AccessesInTime::UnderWay::due(int, kernel::Envelope*) {
  if (owner.to_.readiness.at_once(access)) {
    owner.to_.memory.send(access);
    return owner.finish(*this);
  }
  owner.dispatcher_.run([this] {
    try {
      owner.to_.memory.send(access);
    } catch (const protocol::AccessError&) {
      owner.error_ = std::current_exception();
    }
    owner.finish(*this);
  });
}

void AccessesInTime::finish(UnderWay& one) {
  PendingTimes::all().end(one.name, one.access.time.ps() * ticks_per_ps_);
  free_.push_back(&one);
}

AccessesInTime::UnderWay& AccessesInTime::take() {
  if (free_.empty()) free_.push_back(&storage_.emplace_back(*this));
  UnderWay& one = *free_.back();
  free_.pop_back();
  return one;
}

void AccessesInTime::rethrow() {
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

}  // namespace starnuma::core
