// SPDX-License-Identifier: Apache-2.0
// Bandwidth with contention for bookings that arrive out of time order.
//
// Contract: book(at, service, horizon) reserves `service` of a shared resource from time `at` on
// and returns how long the booking waits. `horizon` is a time before which no further booking can
// arrive (kernel time); messages served by then are dropped.
// Timing: messages are served in the order of their times, at equal times in call order. A booking
// finds its place among those made before, pays its own wait and the wait that it inflicts on later
// messages, which have their answers already. So the total wait equals first come first served over
// the same arrivals in any call order and with any mix of services; single waits do not, and
// histograms of them are distorted.
// Not modelled: priorities and reordering.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>

#include "models/base/quantities.h"

namespace starnuma::timing {

class BusyWindow {
 public:
  /// Wait of a booking of `service` > 0 that arrives at `at` >= `horizon`.
  base::Time book(base::Time at, base::Time service, base::Time horizon);

  /// Bookings held now; a few tens in practice.
  std::size_t bookings() const { return last_ - first_; }

 private:
  struct Booking {
    std::int64_t arrival;
    std::int64_t start;
    std::int64_t finish;
  };

  void drop_before(std::int64_t horizon) {
    while (first_ != last_ && bookings_[first_].finish <= horizon) ++first_;
    if (first_ == last_) first_ = last_ = 0;
  }
  std::uint32_t place_of(std::int64_t arrival) const;
  Booking* open(std::uint32_t at);
  void make_room();

  /// In the order of service, in [first_, last_) of a buffer that never exceeds a few times what it
  /// has held at most; a few need no heap.
  boost::container::small_vector<Booking, 2> bookings_ = {{}, {}};
  std::uint32_t first_ = 0;
  std::uint32_t last_ = 0;
};

}  // namespace starnuma::timing
