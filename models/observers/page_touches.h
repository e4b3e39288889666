// SPDX-License-Identifier: Apache-2.0
// Which pages are touched, by interval of simulated time.
//
// Contract: begin() opens the measured window and forgets what was before. An access counts in the
// interval in which the core asked, whatever order the calls come in. close() keeps nothing of
// intervals that were over an interval ago but how many pages there were; an access that is told
// of so late counts in the first interval that is left.
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
    std::uint64_t touched = 0;  ///< Distinct pages.
    std::uint64_t first = 0;    ///< Of these: in no interval before.
  };

  /// `length` > 0.
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
  /// `now` is no later than the window's end.
  void close(base::Time now);

  /// Those up to `end`, of which the last may be shorter; what is asked later counts in it. None
  /// when the window is empty.
  std::vector<Interval> intervals(base::Time end) const;
  /// Pages touched since begin().
  std::uint64_t touched() const;
  std::uint64_t pages() const { return first_.size(); }

 private:
  static constexpr unsigned kBits = 64;
  static constexpr std::uint32_t kUntouched = std::numeric_limits<std::uint32_t>::max();
  using Pages = std::vector<std::uint64_t>;  ///< A bit each.

  /// Makes the interval of `issued` the latest.
  void choose(base::Time issued);
  void add(std::uint64_t page, std::uint64_t& word, std::uint64_t bit);
  std::size_t words() const { return (first_.size() + kBits - 1) / kBits; }

  std::int64_t length_;
  std::int64_t start_ = 0;
  std::int64_t latest_begin_ = 0;  ///< Of the interval that the latest access was in.
  std::uint32_t latest_index_ = 0;
  Pages* latest_ = nullptr;
  std::vector<std::uint32_t> first_;   ///< By page: the first interval with an access.
  std::vector<std::uint64_t> closed_;  ///< By interval: distinct pages.
  std::deque<Pages> open_;             ///< Of the intervals behind.
};

}  // namespace starnuma::observers
