// SPDX-License-Identifier: Apache-2.0
#include "models/timing/busy_window.h"

#include <algorithm>
#include <cstring>

namespace starnuma::timing {

/// Slides the periods to the middle of the buffer, which doubles when it is more than half full.
void BusyWindow::make_room() {
  const std::uint32_t held = last_ - first_;
  if (2 * held > periods_.size()) periods_.resize(2 * periods_.size());
  const auto first = static_cast<std::uint32_t>(periods_.size() - held) / 2;
  std::memmove(&periods_[first], &periods_[first_], held * sizeof(Period));
  first_ = first;
  last_ = first + held;
}

/// Opens a place before period `at` by moving the fewer of the periods on its two sides.
BusyWindow::Period& BusyWindow::open(std::uint32_t at) {
  const std::uint32_t before = at - first_;
  if (last_ == periods_.size() || (first_ == 0 && before < last_ - at)) {
    make_room();
    at = first_ + before;
  }
  Period* const place = periods_.data() + at;
  if (first_ != 0 && before < last_ - at) {
    std::copy(periods_.data() + first_, place, periods_.data() + first_ - 1);
    --first_;
    return *(place - 1);
  }
  std::copy_backward(place, periods_.data() + last_, periods_.data() + last_ + 1);
  ++last_;
  return *place;
}

/// The first period that ends at or after `arrival`.
std::uint32_t BusyWindow::find(std::int64_t arrival) const {
  std::uint32_t first = first_;
  for (std::uint32_t left = last_ - first_; left != 0;) {
    const std::uint32_t half = (left + 1) / 2;
    first += periods_[first + half - 1].end < arrival ? half : 0;
    left -= half;
  }
  return first;
}

base::Time BusyWindow::book(base::Time at, base::Time service, base::Time horizon) {
  drop_before(horizon.ps());
  const std::int64_t arrival = at.ps();

  if (first_ == last_ || periods_[last_ - 1].end < arrival) {
    if (last_ == periods_.size()) make_room();
    periods_[last_++] = {arrival, arrival + service.ps(), 1};
    return base::Time(0);
  }
  const std::uint32_t i = find(arrival);
  Period merged{arrival, arrival, 1};
  std::int64_t wait = 0;
  std::int64_t unplaced = service.ps();
  std::uint32_t next = i;  // one past the last period that the booking merges with
  if (periods_[i].begin <= arrival) {
    merged = {periods_[i].begin, periods_[i].end, periods_[i].messages + 1};
    wait = periods_[i].end - arrival;
    next = i + 1;
  }
  for (; next != last_; ++next) {
    const Period& later = periods_[next];
    const std::int64_t gap = later.begin - merged.end;
    if (gap > unplaced || (gap == unplaced && unplaced == 0)) break;
    unplaced -= gap;
    wait += later.messages * unplaced;
    merged = {merged.begin, later.end, merged.messages + later.messages};
  }
  merged.end += unplaced;

  if (next == i) {
    open(i) = merged;
    return base::Time(wait);
  }
  periods_[i] = merged;
  if (next != i + 1) {
    std::copy(periods_.data() + next, periods_.data() + last_, periods_.data() + i + 1);
    last_ -= next - (i + 1);
  }
  return base::Time(wait);
}

}  // namespace starnuma::timing
