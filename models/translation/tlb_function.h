// SPDX-License-Identifier: Apache-2.0
// TLB array: page to frame, set-associative, LRU. No time, no SystemC.
//
// Entries are tagged with space and page number, so translations of several spaces coexist. Each
// entry carries the STLB slot of its translation. The slot is constant while the translation is
// resident, even if LRU moves the entry. It indexes the tracking hardware.
#pragma once

#include <cstdint>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/ids.h"
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

/// TLBs of a core: a DTLB, and an STLB that includes it. No time, no SystemC.
class Tlbs {
 public:
  explicit Tlbs(const TranslationConfig& config)
      : dtlb_(config.dtlb_entries, config.dtlb_ways),
        stlb_(config.stlb_entries, config.stlb_ways) {}

  /// Returns the DTLB's entry of a page as a hit, or null. Valid until the next call.
  const TlbEntry* find_in_dtlb(base::PageId page) {
    const TlbEntry* const entry = dtlb_.find(page);
    if (__builtin_expect(entry != nullptr, 1)) ++counts_.dtlb_hits;
    return entry;
  }
  /// Returns the STLB's entry of a page as a hit and copies it into the DTLB; null if the STLB
  /// misses. Precondition: the DTLB misses.
  const TlbEntry* find_in_stlb(base::PageId page) {
    const TlbEntry* const entry = stlb_.find(page);
    if (entry == nullptr) return nullptr;
    ++counts_.stlb_hits;
    dtlb_.fill(*entry);
    return entry;
  }
  const TlbEntry* peek_dtlb(base::PageId page) const { return dtlb_.peek(page); }
  const TlbEntry* peek_stlb(base::PageId page) const { return stlb_.peek(page); }
  /// Returns the STLB's entry of a page, which another access has just filled, or null.
  const TlbEntry* find_filled(base::PageId page) { return stlb_.find(page); }

  struct Filled {
    TlbEntry entry;
    base::PageId replaced;  ///< Page that has left the TLBs, or TlbEntry::kEmpty.
  };
  /// Fills the result of a walk into the STLB.
  Filled fill(base::PageId page, base::Frame frame, bool read_only) {
    const base::PageId replaced = stlb_.fill(page, frame, read_only).page();
    if (replaced != TlbEntry::kEmpty) dtlb_.remove(replaced);
    return {*stlb_.find(page), replaced};
  }
  /// Copies a walked entry into the DTLB, unless the DTLB has it or the STLB has lost it meanwhile.
  void fill_dtlb(const TlbEntry& entry) {
    if (stlb_.peek(entry.page()) != nullptr && dtlb_.peek(entry.page()) == nullptr) {
      dtlb_.fill(entry);
    }
  }
  void remove(base::PageId page) {
    if (TlbEntry* const entry = stlb_.find(page)) stlb_.remove(*entry);
    dtlb_.remove(page);
  }
  /// Returns the pages with translations of a space.
  std::vector<base::PageId> pages_of(base::SpaceId space) { return stlb_.pages_of(space); }

  void report(accounting::StatWriter& writer) const {
    writer.write("dtlb_hits", counts_.dtlb_hits, "1", "translations by the DTLB");
    writer.write("stlb_hits", counts_.stlb_hits, "1", "translations by the STLB");
  }
  void reset_statistics() { counts_ = {}; }

 private:
  struct TlbStats {
    std::int64_t dtlb_hits = 0;
    std::int64_t stlb_hits = 0;
  };

  TlbArray dtlb_;
  TlbStats counts_;
  SlottedTlbArray stlb_;
};

}  // namespace starnuma::translation
