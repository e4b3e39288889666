// SPDX-License-Identifier: Apache-2.0
// Bandwidth with contention for bookings that arrive out of time order.
//
// Contract: book(at, service, horizon) reserves `service` of a shared resource from time `at` on
// and returns how long the booking waits. `horizon` is a time before which no further booking can
// arrive (kernel time); periods that end before it are dropped.
// Timing: the resource is a sorted list of busy periods {begin, end, messages}. A booking fills the
// gaps from its time on. It pays its own wait (the rest of the period it falls into) and the wait
// it inflicts on messages booked already (each later period it runs into is pushed back by what is
// still unplaced). Total wait is conserved in any call order, so the mean equals first come first
// served; single waits do not, and histograms of them are distorted.
// Not modelled: priorities and reordering; arrivals are served in order.
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

  /// Periods held now; a few tens in practice.
  std::size_t periods() const { return last_ - first_; }

 private:
  struct Period {
    std::int64_t begin;
    std::int64_t end;
    std::int64_t messages;
  };

  void drop_before(std::int64_t horizon) {
    while (first_ != last_ && periods_[first_].end <= horizon) ++first_;
    if (first_ == last_) first_ = last_ = 0;
  }
  std::uint32_t find(std::int64_t arrival) const;
  Period& open(std::uint32_t at);
  void make_room();

  /// Sorted, disjoint periods in [first_, last_) of a buffer that never exceeds a few times what it
  /// has held at most; a few need no heap.
  boost::container::small_vector<Period, 2> periods_ = {{}, {}};
  std::uint32_t first_ = 0;
  std::uint32_t last_ = 0;
};

}  // namespace starnuma::timing
