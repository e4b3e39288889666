// SPDX-License-Identifier: Apache-2.0
#include "models/timing/busy_window.h"

#include <algorithm>
#include <limits>

namespace starnuma::timing {

/// Forgets what is served by `horizon`; where that leaves little room, the buffer doubles.
void BusyWindow::make_room(base::Time horizon) {
  constexpr std::uint32_t kAtFirst = 4;
  constexpr std::int64_t kEver = std::numeric_limits<std::int64_t>::min();

  const Booking* const end = bookings_.get() + last_;
  const auto held = static_cast<std::uint32_t>(unserved(horizon));
  const std::uint32_t wanted = capacity_ == 0               ? kAtFirst
                               : 2 * (held + 1) > capacity_ ? 2 * capacity_
                                                            : capacity_;
  if (wanted == capacity_) {
    std::copy(end - held, end, &bookings_[1]);
  } else {
    std::unique_ptr<Booking[]> larger(new Booking[wanted]);
    std::copy(end - held, end, &larger[1]);
    bookings_ = std::move(larger);
    capacity_ = wanted;
  }
  bookings_[0] = {kEver, kEver};
  last_ = held + 1;
}

std::size_t BusyWindow::unserved(base::Time time) const {
  std::size_t count = 0;
  while (count + 1 < last_ && bookings_[last_ - 1 - count].finish > time.ps()) ++count;
  return count;
}

}  // namespace starnuma::timing
