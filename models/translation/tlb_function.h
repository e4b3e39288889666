// SPDX-License-Identifier: Apache-2.0
// TLB array: page to frame, set-associative, LRU. No time, no SystemC.
//
// Entries are tagged with space and page number, so translations of several spaces coexist. Each
// entry carries the STLB slot of its translation. The slot is constant while the translation is
// resident, even if LRU moves the entry. It indexes the tracking hardware.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.h"
#include "models/base/page_id.h"
#include "models/base/recency_array.h"
#include "models/translation/translation_config.h"

namespace starnuma::translation {

class TlbEntry {
 public:
  static constexpr base::PageId kEmpty = base::PageId::none();

  TlbEntry() = default;
  TlbEntry(base::PageId page, base::Frame frame, std::uint32_t slot, bool read_only = false)
      : bits_(page.packed() << kPageShift | (read_only ? kReadOnly : 0) | slot), frame_(frame) {}

  std::uint64_t key() const { return bits_ >> kPageShift; }
  base::PageId page() const { return key() == kEmptyKey ? kEmpty : base::PageId::unpack(key()); }
  base::Frame frame() const { return frame_; }
  std::uint32_t slot() const { return static_cast<std::uint32_t>(bits_ & (kReadOnly - 1)); }
  bool read_only() const { return (bits_ & kReadOnly) != 0; }

 private:
  /// The page above, then whether it is only read, then the slot.
  static constexpr std::uint64_t kReadOnly = kMostStlbEntries;
  static constexpr int kPageShift = 63 - base::PageId::kSpaceBits - base::PageId::kNumberBits;
  static constexpr std::uint64_t kEmptyKey = kEmpty.packed() << kPageShift >> kPageShift;
  static_assert(2 * kReadOnly <= std::uint64_t{1} << kPageShift);

  std::uint64_t bits_ = kEmpty.packed() << kPageShift;
  base::Frame frame_;
};

class TlbArray {
 public:
  using Entry = TlbEntry;
  static constexpr base::PageId kEmpty = TlbEntry::kEmpty;

  /// Precondition: `entries` is a positive multiple of `ways`.
  TlbArray(int entries, int ways) : entries_(static_cast<std::uint64_t>(entries / ways), ways) {}

  /// Returns the page's entry, or null, and marks it most recently used. Valid until the next call.
  Entry* find(base::PageId page) { return entries_.find(page.packed()); }
  const Entry* peek(base::PageId page) const { return entries_.peek(page.packed()); }
  /// Inserts a translation as most recently used; returns the replaced entry.
  Entry fill(const Entry& entry) { return entries_.fill(entry); }
  void remove(base::PageId page) { entries_.take(page.packed()); }
  /// Returns the pages with translations of a space, set by set.
  std::vector<base::PageId> pages_of(base::SpaceId space) {
    std::vector<base::PageId> pages;
    for (const Entry& entry : entries_) {
      if (entry.page() != kEmpty && entry.page().space() == space) pages.push_back(entry.page());
    }
    return pages;
  }

 protected:
  base::RecencyArray<Entry> entries_;
};

/// Second-level TLB, which assigns the slots: 0 to entries - 1, one per entry.
class SlottedTlbArray : private TlbArray {
 public:
  SlottedTlbArray(int entries, int ways) : TlbArray(entries, ways) {
    std::uint32_t slot = 0;
    for (Entry& entry : entries_) entry = empty(slot++);
  }

  using TlbArray::find;
  using TlbArray::pages_of;
  using TlbArray::peek;
  /// Inserts a translation into the slot of the entry that it replaces; returns that entry.
  Entry fill(base::PageId page, base::Frame frame, bool read_only = false) {
    return TlbArray::fill({page, frame, entries_.oldest(page.packed()).slot(), read_only});
  }
  void remove(Entry& entry) {
    const Entry gone = entries_.take(entry.key());
    entries_.oldest(gone.key()) = empty(gone.slot());
  }

 private:
  static Entry empty(std::uint32_t slot) { return {kEmpty, {}, slot}; }
};

}  // namespace starnuma::translation
