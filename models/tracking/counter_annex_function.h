// SPDX-License-Identifier: Apache-2.0
// What the counter annex of an STLB does: per slot a saturating counter of LLC-missing loads and a
// marker bit; no tags. The golden function of rtl/tlb_annex.
//
// Contract: the STLB says which slot and which page. Every increment is handed over exactly once,
// with its slot's next hand-over, unless the slot's counter is at its maximum: then it is lost, and
// increment() says so. A count of 0 is not handed over, so a hand-over means at least one load.
// Count width 0: there is no counter, so increments leave no trace, and every access to a marked
// slot, eviction and invalidation hands over "touched" with count 0, whether or not a load missed.
// mark_all() marks every slot, also one without a translation; what is filled in there is handed
// over at its first access, early and correctly.
// No time, no SystemC.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/protocol/tracking.h"

namespace starnuma::tracking {

class CounterAnnexFunction {
 public:
  using HandOver = protocol::HandOver;
  static constexpr int kWordBits = 64;

  /// `entries` above zero; counters of 0 to protocol::kMaxCountWidth bits.
  CounterAnnexFunction(int entries, protocol::Counter counter)
      : counts_(static_cast<std::size_t>(entries), 0),
        markers_((static_cast<std::size_t>(entries) + kWordBits - 1) / kWordBits, 0),
        tail_(entries % kWordBits == 0 ? ~std::uint64_t{0}
                                       : (std::uint64_t{1} << (entries % kWordBits)) - 1),
        max_count_(counter.max) {}

  /// False when the counter is at its maximum and the load is lost.
  bool increment(std::uint32_t slot) {
    std::uint16_t& count = counts_[slot];
    if (count == max_count_) return max_count_ == 0;
    ++count;
    return true;
  }
  /// An increment whose translation has gone.
  HandOver orphan_increment(base::PageId page) const { return {page, max_count_ > 0 ? 1U : 0U}; }

  /// An access to a marked slot; one to an unmarked slot changes nothing.
  std::optional<HandOver> access(std::uint32_t slot, base::PageId page) {
    if (!marked(slot)) return std::nullopt;
    return take(slot, page);
  }
  std::optional<HandOver> evict(std::uint32_t slot, base::PageId page) { return take(slot, page); }
  std::optional<HandOver> invalidate(std::uint32_t slot, base::PageId page) {
    return take(slot, page);
  }
  void mark_all() {
    for (std::uint64_t& word : markers_) word = ~std::uint64_t{0};
    markers_.back() = tail_;
  }

  std::optional<HandOver> apply(const protocol::AnnexEvent& event) {
    using Kind = protocol::AnnexEventKind;
    switch (event.kind) {
      case Kind::kIncrement:
        increment(event.slot);
        return std::nullopt;
      case Kind::kOrphanIncrement:
        return orphan_increment(event.page);
      case Kind::kAccess:
        return access(event.slot, event.page);
      case Kind::kEvict:
      case Kind::kInvalidate:
        return take(event.slot, event.page);
      case Kind::kMarkAll:
        mark_all();
        return std::nullopt;
    }
    return std::nullopt;
  }

  bool marked(std::uint32_t slot) const {
    return (markers_[slot / kWordBits] >> (slot % kWordBits) & 1) != 0;
  }
  /// The marker mask, slot 0 in bit 0 of the first word; stays at its place for good.
  const std::uint64_t* marker_words() const { return markers_.data(); }
  std::size_t marker_word_count() const { return markers_.size(); }
  std::uint32_t count(std::uint32_t slot) const { return counts_[slot]; }
  int entries() const { return static_cast<int>(counts_.size()); }

 private:
  std::optional<HandOver> take(std::uint32_t slot, base::PageId page) {
    markers_[slot / kWordBits] &= ~(std::uint64_t{1} << (slot % kWordBits));
    const HandOver hand_over{page, counts_[slot]};
    counts_[slot] = 0;
    if (hand_over.count == 0 && max_count_ > 0) return std::nullopt;
    return hand_over;
  }

  std::vector<std::uint16_t> counts_;
  std::vector<std::uint64_t> markers_;
  std::uint64_t tail_;  ///< Bits of the last marker word that belong to slots.
  std::uint32_t max_count_;
};

}  // namespace starnuma::tracking
