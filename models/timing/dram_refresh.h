// SPDX-License-Identifier: Apache-2.0
// Intervals in which banks that are refreshed together cannot be used: a rank (all-bank refresh),
// the banks of one number in every bank group of a rank (same-bank refresh) or one bank (per-bank
// refresh).
//
// Contract: a refresh is scheduled every `interval`, first at `first_due`, and lasts `length`. An
// access occupies its bank from its first command until the bank is closed again; this may not
// overlap a refresh. Results depend on the arguments alone, so calls may come in any order of time.
// Not modelled: refreshes that are postponed or pulled in.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/base/quantities.h"

namespace starnuma::timing {

class DramRefresh {
 public:
  /// Constructs a unit that is never refreshed.
  DramRefresh() = default;
  DramRefresh(base::Time first_due, base::Time interval, base::Time length)
      : due_(first_due), interval_(interval), length_(length) {}

  /// Returns `first`, or the end of the refresh that overlaps an access from `first` to `closed`.
  base::Time free_from(base::Time first, base::Time closed) {
    find(first);
    return closed > due_ ? due_ + length_ : first;
  }
  /// Returns the number of refreshes that have ended by `at`. A row that was opened at another
  /// number is closed.
  std::int64_t ended_by(base::Time at) {
    find(at);
    return number_;
  }

  /// Returns how long a refresh delays an access that would wait from `from` to `until`.
  base::Time delay(base::Time from, base::Time until) {
    find(from);
    return until <= due_ ? base::Time(0) : due_ + length_ - std::max(from, due_);
  }
  /// Returns the end of the last refresh that has ended by `at`.
  base::Time last_end(base::Time at) {
    find(at);
    return due_ + length_ - interval_;
  }

 private:
  /// Selects the refresh that is in progress at `at`, or else the next one.
  void find(base::Time at) {
    const base::Time since = at - (due_ + length_ - interval_);
    if (__builtin_expect(since >= base::Time(0) && since < interval_, 1)) return;
    std::int64_t steps = since / interval_;
    if (interval_ * steps > since) --steps;
    steps = std::max(steps, -number_);  // none before the first
    number_ += steps;
    due_ += interval_ * steps;
  }

  base::Time due_{INT64_MAX / 2};
  base::Time interval_{INT64_MAX / 2};
  base::Time length_;
  std::int64_t number_ = 0;
};

}  // namespace starnuma::timing
