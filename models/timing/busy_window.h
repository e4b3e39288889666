// SPDX-License-Identifier: Apache-2.0
// Bandwidth with contention for bookings that arrive out of time order.
//
// Contract: book(at, service, horizon) schedules `service` on a shared resource from time `at` on
// and returns how long the booking waits. `horizon` is a time before which no further booking can
// arrive (the current kernel time); messages served by then are forgotten when room is needed.
// Timing: messages are served in the order of their times, at equal times in call order. A booking
// is scheduled among those made before, pays its own wait and the wait that it inflicts on later
// messages, which have their answers already. So the total wait equals first come first served over
// the same arrivals in any call order and with any mix of services; single waits do not, and
// histograms of them are distorted.
// Not modelled: priorities and reordering.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "models/base/quantities.h"

namespace starnuma::timing {

class BusyWindow {
 public:
  /// Wait of a booking of `service` > 0 that arrives at `at` >= `horizon`.
  base::Time book(base::Time at, base::Time service, base::Time horizon) {
    if (__builtin_expect(full(), 0)) make_room(horizon);
    return book_in_room(at, service);
  }
  /// Whether make_room() must come before book_in_room().
  bool full() const { return newest_ == limit_; }
  void make_room(base::Time horizon);
  /// As book(), if the array has a free entry.
  base::Time book_in_room(base::Time at, base::Time service) {
    const std::int64_t arrival = at.ps();
    // Most bookings belong a few places before the end. The first element arrives before anything.
    Booking* own = ++newest_;
    Booking* const latest = own;
    for (; own[-1].arrival > arrival; --own) *own = own[-1];
    std::int64_t free_before = own[-1].finish;  // when the next one could start so far
    std::int64_t free = std::max(arrival, free_before) + service.ps();
    std::int64_t wait = free - service.ps() - arrival;
    *own = {arrival, free};
    while (own != latest) {
      ++own;
      const std::int64_t push = free - std::max(own->arrival, free_before);
      if (push <= 0) break;
      free_before = own->finish;
      free = own->finish += push;
      wait += push;
    }
    return base::Time(wait);
  }

  /// Holds the address of the newest booking, so that callers can prefetch the memory of the next
  /// one.
  const void* newest() const { return &newest_; }

  /// Bookings that are not served by `time`; a few tens of those after the current kernel time in
  /// practice.
  std::size_t unserved(base::Time time) const;
  /// Bookings that there is memory for: a few times what was ever unserved.
  std::size_t capacity() const {
    return limit_ == nullptr ? 0 : static_cast<std::size_t>(limit_ - bookings_.get()) + 1;
  }

 private:
  /// Served from its arrival, or from when the one before is finished.
  struct Booking {
    std::int64_t arrival;
    std::int64_t finish;
  };

  Booking* newest_ = nullptr;  ///< Newest booking, where the search for a free interval begins.
  Booking* limit_ = nullptr;   ///< Last entry of the allocated array.
  /// In the order of service, up to `newest_`, some of them served already. The first has always
  /// been served.
  std::unique_ptr<Booking[]> bookings_;
};

}  // namespace starnuma::timing
