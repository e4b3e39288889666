// SPDX-License-Identifier: Apache-2.0
#include "models/timing/busy_window.h"

#include <algorithm>
#include <limits>

namespace starnuma::timing {

/// Removes bookings served by `horizon`; if few entries are then free, the buffer doubles.
void BusyWindow::make_room(base::Time horizon) {
  constexpr std::size_t kAtFirst = 4;
  constexpr std::int64_t kEver = std::numeric_limits<std::int64_t>::min();

  const Booking* const end = newest_ == nullptr ? nullptr : newest_ + 1;
  const std::size_t held = unserved(horizon);
  const std::size_t places = capacity();
  const std::size_t wanted = places == 0 ? kAtFirst : 2 * (held + 1) > places ? 2 * places : places;
  if (wanted == places) {
    std::copy(end - held, end, &bookings_[1]);
  } else {
    std::unique_ptr<Booking[]> larger(new Booking[wanted]);
    std::copy(end - held, end, &larger[1]);
    bookings_ = std::move(larger);
    limit_ = &bookings_[wanted - 1];
  }
  bookings_[0] = {kEver, kEver};
  newest_ = &bookings_[held];
}

std::size_t BusyWindow::unserved(base::Time time) const {
  std::size_t count = 0;
  for (const Booking* b = newest_; b != bookings_.get() && b->finish > time.ps(); --b) ++count;
  return count;
}

}  // namespace starnuma::timing
