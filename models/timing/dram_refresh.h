// SPDX-License-Identifier: Apache-2.0
// When banks that are refreshed together cannot be used: a rank (all-bank refresh), the banks of
// one number in every bank group of a rank (same-bank refresh) or one bank (per-bank refresh).
//
// Contract: a refresh begins every `interval`, first at `first_due`, and lasts `length`. An access
// holds its bank from its first command until the bank is closed again; this may not overlap a
// refresh. All is a function of time alone, so accesses may come in any order.
// Not modelled: refreshes that are postponed or pulled in.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/base/quantities.h"

namespace starnuma::timing {

class DramRefresh {
 public:
  /// No refresh at all.
  DramRefresh() = default;
  DramRefresh(base::Time first_due, base::Time interval, base::Time length)
      : due_(first_due), interval_(interval), length_(length) {}

  /// `first`, or the end of the refresh in the way of an access from `first` to `closed`.
  base::Time free_from(base::Time first, base::Time closed) {
    find(first);
    return closed > due_ ? due_ + length_ : first;
  }
  /// Refreshes that ended by `at`: a row opened under another number is closed.
  std::int64_t ended_by(base::Time at) {
    find(at);
    return number_;
  }

 private:
  /// Makes the refresh that is under way at `at`, or else the next, the one at hand.
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
