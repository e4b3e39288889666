// SPDX-License-Identifier: Apache-2.0
#include "models/timing/first_gap.h"

#include <algorithm>

namespace starnuma::timing {

base::Time FirstGap::book(base::Time at, base::Time service, base::Time horizon) {
  const auto gone = [&](const Period& period) { return period.end <= horizon; };
  const auto kept = std::find_if_not(busy_.begin(), busy_.end(), gone);
  busy_.erase(busy_.begin(), kept);

  base::Time begin = at;
  std::size_t next = 0;
  for (; next < busy_.size(); ++next) {
    if (busy_[next].end <= begin) continue;
    if (begin + service <= busy_[next].begin) break;
    begin = busy_[next].end;
  }
  reserve(next, begin, begin + service);
  return begin - at;
}

/// Enters a period before number `next`, joined with those that it touches.
void FirstGap::reserve(std::size_t next, base::Time begin, base::Time end) {
  const bool joins_last = next > 0 && busy_[next - 1].end == begin;
  const bool joins_next = next < busy_.size() && busy_[next].begin == end;
  const auto at = busy_.begin() + static_cast<std::ptrdiff_t>(next);
  if (joins_last && joins_next) {
    busy_[next - 1].end = busy_[next].end;
    busy_.erase(at);
  } else if (joins_last) {
    busy_[next - 1].end = end;
  } else if (joins_next) {
    busy_[next].begin = begin;
  } else {
    busy_.insert(at, {begin, end});
  }
}

}  // namespace starnuma::timing
