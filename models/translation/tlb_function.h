// SPDX-License-Identifier: Apache-2.0
// A TLB's array: virtual page -> frame, set-associative, LRU. No time, no SystemC.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.h"

namespace starnuma::translation {

class TlbArray {
 public:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
  struct Entry {
    std::uint64_t page = kEmpty;
    base::Frame frame;
    std::uint64_t used = 0;
  };

  /// `entries` a multiple of `ways`, both above zero.
  TlbArray(int entries, int ways)
      : sets_(static_cast<std::uint64_t>(entries / ways)),
        ways_(static_cast<std::uint64_t>(ways)),
        entries_(static_cast<std::size_t>(entries)) {}

  /// The page's entry, marked most recently used, or nothing.
  Entry* find(std::uint64_t page) {
    Entry* first = &entries_[page % sets_ * ways_];
    for (Entry* e = first; e != first + ways_; ++e) {
      if (e->page != page) continue;
      e->used = ++clock_;
      return e;
    }
    return nullptr;
  }
  /// Enters a translation; returns the page it replaced, or kEmpty.
  std::uint64_t fill(std::uint64_t page, base::Frame frame) {
    Entry* first = &entries_[page % sets_ * ways_];
    Entry* slot = first;
    for (Entry* e = first; e != first + ways_; ++e) {
      if (e->used < slot->used) slot = e;  // empty entries carry used == 0
    }
    const std::uint64_t replaced = slot->page;
    *slot = {page, frame, ++clock_};
    return replaced;
  }
  void remove(std::uint64_t page) {
    if (Entry* entry = find(page)) *entry = {};
  }

 private:
  std::uint64_t sets_;
  std::uint64_t ways_;
  std::vector<Entry> entries_;
  std::uint64_t clock_ = 0;
};

}  // namespace starnuma::translation
