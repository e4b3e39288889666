// SPDX-License-Identifier: Apache-2.0
#include "models/timing/busy_window.h"

#include <algorithm>
#include <cstring>

namespace starnuma::timing {

/// Slides the bookings to the middle of the buffer, which doubles when it is more than half full.
void BusyWindow::make_room() {
  const std::uint32_t held = last_ - first_;
  if (2 * held > bookings_.size()) bookings_.resize(2 * bookings_.size());
  const auto first = static_cast<std::uint32_t>(bookings_.size() - held) / 2;
  std::memmove(&bookings_[first], &bookings_[first_], held * sizeof(Booking));
  first_ = first;
  last_ = first + held;
}

/// Opens a place before booking `at` by moving the fewer of the bookings on its two sides.
BusyWindow::Booking* BusyWindow::open(std::uint32_t at) {
  const std::uint32_t before = at - first_;
  if (last_ == bookings_.size() || (first_ == 0 && before < last_ - at)) {
    make_room();
    at = first_ + before;
  }
  Booking* const place = bookings_.data() + at;
  if (first_ != 0 && before < last_ - at) {
    std::copy(bookings_.data() + first_, place, bookings_.data() + first_ - 1);
    --first_;
    return place - 1;
  }
  std::copy_backward(place, bookings_.data() + last_, bookings_.data() + last_ + 1);
  ++last_;
  return place;
}

/// The first booking that arrives after `arrival`.
std::uint32_t BusyWindow::place_of(std::int64_t arrival) const {
  std::uint32_t first = first_;
  for (std::uint32_t left = last_ - first_; left != 0;) {
    const std::uint32_t half = (left + 1) / 2;
    first += bookings_[first + half - 1].arrival <= arrival ? half : 0;
    left -= half;
  }
  return first;
}

base::Time BusyWindow::book(base::Time at, base::Time service, base::Time horizon) {
  drop_before(horizon.ps());
  const std::int64_t arrival = at.ps();

  if (first_ == last_ || bookings_[last_ - 1].arrival <= arrival) {
    const std::int64_t start =
        first_ == last_ ? arrival : std::max(arrival, bookings_[last_ - 1].finish);
    if (last_ == bookings_.size()) make_room();
    bookings_[last_++] = {arrival, start, start + service.ps()};
    return base::Time(start - arrival);
  }
  const std::uint32_t next = place_of(arrival);
  const std::int64_t start =
      next == first_ ? arrival : std::max(arrival, bookings_[next - 1].finish);
  Booking* const own = open(next);
  *own = {arrival, start, start + service.ps()};

  std::int64_t wait = start - arrival;
  const Booking* const end = bookings_.data() + last_;
  for (Booking* later = own + 1; later != end; ++later) {
    const std::int64_t push = later[-1].finish - later->start;
    if (push <= 0) break;
    later->start += push;
    later->finish += push;
    wait += push;
  }
  return base::Time(wait);
}

}  // namespace starnuma::timing
