// SPDX-License-Identifier: Apache-2.0
// Pages that a program uses, and pages that it writes, by part of the measurement window.
//
// Contract:
// - begin() starts the window. It has at most 32 parts of equal length, a power of two of
//   microseconds. When the window exceeds them, pairs of parts are merged. A window longer than 16
//   us therefore has 17 to 32 parts.
// - A page counts as written from the first report of a write until the next begin().
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::observers {

class PageUse {
 public:
  static constexpr int kMostParts = 32;

  explicit PageUse(std::uint64_t pages) : parts_(pages, 0), written_(pages, 0) {}

  void begin(base::Time start);
  /// Records a miss on `page` whose data arrived at `done`, in any order.
  void add(std::uint64_t page, base::Time done) {
    std::int64_t part = (done.ps() - start_) / length_;
    if (__builtin_expect(part >= kMostParts, 0)) part = grown_to(done);
    if (part > 0) last_ = part > last_ ? part : last_;
    parts_[page] |= 1U << (part > 0 ? part : 0);
  }
  void write(std::uint64_t page) { written_[page] = 1; }

  bool is_written(std::uint64_t page) const { return written_[page] != 0; }
  base::Time part_length() const { return base::Time(length_); }
  /// Returns the number of pages with a miss in each part, up to the last part with a miss.
  std::vector<std::int64_t> pages_by_part() const;

 private:
  static constexpr std::int64_t kShortest = 1'000'000;  ///< 1 us.

  /// Doubles the length of the parts until one contains `done`; returns that part.
  std::int64_t grown_to(base::Time done);

  std::vector<std::uint32_t> parts_;  ///< Parts with a miss, one bit per part, by page.
  std::vector<std::uint8_t> written_;
  std::int64_t start_ = 0;
  std::int64_t length_ = kShortest;
  std::int64_t last_ = 0;
};

}  // namespace starnuma::observers
