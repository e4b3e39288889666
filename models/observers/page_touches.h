// SPDX-License-Identifier: Apache-2.0
// Pages accessed in each interval of simulated time.
//
// Contract:
// - begin() starts the measurement window and discards earlier data.
// - An access counts in the interval in which the core issued it, independent of the order of
//   calls.
// - close() reduces intervals that ended more than an interval ago to their number of pages. An
//   access that is reported later counts in the first remaining interval.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::observers {

class PageTouches {
 public:
  struct Interval {
    std::uint64_t touched = 0;  ///< Number of distinct pages.
    std::uint64_t first = 0;  ///< Number of these pages without an access in any earlier interval.
  };

  /// Precondition: `length` > 0.
  PageTouches(std::uint64_t pages, base::Time length)
      : length_(length.ps()), first_(pages, kUntouched) {
    begin(base::Time(0));
  }

  void begin(base::Time start);
  void touch(std::uint64_t page, base::Time issued) {
    const std::int64_t at = issued.ps() - latest_begin_;
    if (__builtin_expect(at < 0 || at >= length_, 0)) choose(issued);
    std::uint64_t& word = (*latest_)[page / kBits];
    const std::uint64_t bit = std::uint64_t{1} << (page % kBits);
    if ((word & bit) == 0) add(page, word, bit);
  }
  /// Precondition: `now` is not later than the end of the window.
  void close(base::Time now);

  /// Returns the intervals up to `end`. The last one may be shorter, and it includes later
  /// accesses. Returns none if the window is empty.
  std::vector<Interval> intervals(base::Time end) const;
  /// Returns the number of pages accessed since begin().
  std::uint64_t touched() const;
  std::uint64_t pages() const { return first_.size(); }

 private:
  static constexpr unsigned kBits = 64;
  static constexpr std::uint32_t kUntouched = std::numeric_limits<std::uint32_t>::max();
  using Pages = std::vector<std::uint64_t>;  ///< One bit per page.

  /// Makes the interval of `issued` the latest.
  void choose(base::Time issued);
  void add(std::uint64_t page, std::uint64_t& word, std::uint64_t bit);
  std::size_t words() const { return (first_.size() + kBits - 1) / kBits; }

  std::int64_t length_;
  std::int64_t start_ = 0;
  std::int64_t latest_begin_ = 0;  ///< Start of the interval of the latest access.
  std::uint32_t latest_index_ = 0;
  Pages* latest_ = nullptr;
  std::vector<std::uint32_t> first_;   ///< First interval with an access, by page.
  std::vector<std::uint64_t> closed_;  ///< Number of distinct pages by closed interval.
  std::deque<Pages> open_;             ///< Pages of the open intervals.
};

}  // namespace starnuma::observers
