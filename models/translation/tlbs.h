// SPDX-License-Identifier: Apache-2.0
// TLBs of a core: a DTLB, and an STLB that includes it. No time, no SystemC.
#pragma once

#include <cstdint>
#include <vector>

#include "models/accounting/stats.h"
#include "models/translation/tlb_function.h"
#include "models/translation/translation_config.h"

namespace starnuma::translation {

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
