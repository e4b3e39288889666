// SPDX-License-Identifier: Apache-2.0
// A TLB's array: virtual page -> frame, set-associative, LRU. No time, no SystemC.
//
// Entries carry the STLB slot of their translation: a number that stays while the translation is
// resident, wherever recency moves the entry. The tracking hardware is indexed by it.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/recency_array.h"

namespace starnuma::translation {

struct TlbEntry {
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};

  std::uint64_t page = kEmpty;

  TlbEntry() = default;
  TlbEntry(std::uint64_t p, base::Frame frame, std::uint32_t slot, bool read_only = false)
      : page(p),
        bits_(frame.first_line.value | std::uint64_t{slot} << kSlotShift |
              (read_only ? kReadOnly : 0)) {}

  std::uint64_t key() const { return page; }
  base::Frame frame() const {
    return {base::LineAddress{bits_ & ((std::uint64_t{1} << kSlotShift) - 1)}};
  }
  std::uint32_t slot() const {
    return static_cast<std::uint32_t>((bits_ & ~kReadOnly) >> kSlotShift);
  }
  bool read_only() const { return (bits_ & kReadOnly) != 0; }

 private:
  static constexpr std::uint64_t kReadOnly = std::uint64_t{1} << 63;
  /// Room for 1024 nodes below and 2^19 slots above.
  static constexpr int kSlotShift = base::LineAddress::kNodeShift + 10;

  std::uint64_t bits_ = 0;
};

class TlbArray {
 public:
  using Entry = TlbEntry;
  static constexpr std::uint64_t kEmpty = TlbEntry::kEmpty;

  /// `entries` a multiple of `ways`, both above zero.
  TlbArray(int entries, int ways) : entries_(static_cast<std::uint64_t>(entries / ways), ways) {}

  /// The page's entry, marked most recently used, or nothing. Good until the next call.
  Entry* find(std::uint64_t page) { return entries_.find(page); }
  const Entry* peek(std::uint64_t page) const { return entries_.peek(page); }
  /// Enters a translation, which is then found first; returns what it replaced.
  Entry fill(const Entry& entry) { return entries_.fill(entry); }
  void remove(std::uint64_t page) { entries_.take(page); }

 protected:
  base::RecencyArray<Entry> entries_;
};

/// The second level, which gives the slots: 0 to entries - 1, each always with one entry.
class SlottedTlbArray : private TlbArray {
 public:
  SlottedTlbArray(int entries, int ways) : TlbArray(entries, ways) {
    std::uint32_t slot = 0;
    for (Entry& entry : entries_) entry = empty(slot++);
  }

  using TlbArray::find;
  using TlbArray::peek;
  /// Enters a translation in the slot of the one that it replaces; returns that.
  Entry fill(std::uint64_t page, base::Frame frame, bool read_only = false) {
    return TlbArray::fill({page, frame, entries_.oldest(page).slot(), read_only});
  }
  void remove(Entry& entry) {
    const Entry gone = entries_.take(entry.page);
    entries_.oldest(gone.page) = empty(gone.slot());
  }

 private:
  static Entry empty(std::uint32_t slot) { return {kEmpty, {}, slot}; }
};

}  // namespace starnuma::translation
