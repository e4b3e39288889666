// SPDX-License-Identifier: Apache-2.0
#include "models/timing/busy_window.h"

#include <algorithm>

namespace starnuma::timing {

void BusyWindow::compact() {
  periods_.erase(periods_.begin(), periods_.begin() + static_cast<std::ptrdiff_t>(first_));
  first_ = 0;
}

base::Time BusyWindow::book(base::Time at, base::Time service, base::Time horizon) {
  drop_before(horizon.ps());
  const std::int64_t arrival = at.ps();

  // The first period that ends at or after the arrival.
  const auto held = periods_.begin() + static_cast<std::ptrdiff_t>(first_);
  const auto found =
      std::partition_point(held, periods_.end(), [&](const Period& p) { return p.end < arrival; });
  const auto i = static_cast<std::size_t>(found - periods_.begin());

  if (i == periods_.size()) {
    periods_.push_back({arrival, arrival + service.ps(), 1});
    return base::Time(0);
  }
  Period merged{arrival, arrival, 1};
  std::int64_t wait = 0;
  std::int64_t unplaced = service.ps();
  std::size_t last = i;  // one past the last period that the booking merges with
  if (periods_[i].begin <= arrival) {
    merged = {periods_[i].begin, periods_[i].end, periods_[i].messages + 1};
    wait = periods_[i].end - arrival;
    last = i + 1;
  }
  for (; last < periods_.size(); ++last) {
    const Period& later = periods_[last];
    const std::int64_t gap = later.begin - merged.end;
    if (gap > unplaced || (gap == unplaced && unplaced == 0)) break;
    unplaced -= gap;
    wait += later.messages * unplaced;
    merged = {merged.begin, later.end, merged.messages + later.messages};
  }
  merged.end += unplaced;

  if (last == i) {
    periods_.insert(periods_.begin() + static_cast<std::ptrdiff_t>(i), merged);
  } else {
    periods_[i] = merged;
    periods_.erase(periods_.begin() + static_cast<std::ptrdiff_t>(i + 1),
                   periods_.begin() + static_cast<std::ptrdiff_t>(last));
  }
  return base::Time(wait);
}

}  // namespace starnuma::timing
