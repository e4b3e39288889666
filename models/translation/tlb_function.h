// SPDX-License-Identifier: Apache-2.0
// A TLB's array: virtual page -> frame, set-associative, LRU. No time, no SystemC.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/recency_array.h"

namespace starnuma::translation {

class TlbArray {
 public:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
  struct Entry {
    std::uint64_t page = kEmpty;
    base::Frame frame;
    std::uint64_t key() const { return page; }
  };

  /// `entries` a multiple of `ways`, both above zero.
  TlbArray(int entries, int ways) : entries_(static_cast<std::uint64_t>(entries / ways), ways) {}

  /// The page's entry, marked most recently used, or nothing. Good until the next call.
  Entry* find(std::uint64_t page) { return entries_.find(page); }
  /// Enters a translation; returns the page it replaced, or kEmpty.
  std::uint64_t fill(std::uint64_t page, base::Frame frame) {
    return entries_.fill({page, frame}).page;
  }
  void remove(std::uint64_t page) {
    if (Entry* entry = find(page)) entries_.remove(*entry);
  }

 private:
  base::RecencyArray<Entry> entries_;
};

}  // namespace starnuma::translation
