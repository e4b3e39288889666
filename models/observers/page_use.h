// SPDX-License-Identifier: Apache-2.0
// Which pages a program uses in which part of the measured window, and which of them it writes.
//
// Contract: begin() opens the window. Parts are equally long, a power of two of microseconds, and
// at most 32: when the window outgrows them, each two become one. So a window of at least 16 us has
// more than 16. A page is written once it is said to be; that lasts until the next begin().
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
  /// A miss on `page` whose data came at `done`, in any order.
  void add(std::uint64_t page, base::Time done) {
    std::int64_t part = (done.ps() - start_) / length_;
    if (__builtin_expect(part >= kMostParts, 0)) part = grown_to(done);
    if (part > 0) last_ = part > last_ ? part : last_;
    parts_[page] |= 1U << (part > 0 ? part : 0);
  }
  void write(std::uint64_t page) { written_[page] = 1; }

  bool is_written(std::uint64_t page) const { return written_[page] != 0; }
  base::Time part_length() const { return base::Time(length_); }
  /// Pages that were missed on in each part, up to the last one with a miss.
  std::vector<std::int64_t> pages_by_part() const;

 private:
  static constexpr std::int64_t kShortest = 1'000'000;  ///< 1 us.

  /// Doubles the parts' length until `done` has one, and says which.
  std::int64_t grown_to(base::Time done);

  std::vector<std::uint32_t> parts_;  ///< By page, a bit for each part.
  std::vector<std::uint8_t> written_;
  std::int64_t start_ = 0;
  std::int64_t length_ = kShortest;
  std::int64_t last_ = 0;
};

}  // namespace starnuma::observers
