// SPDX-License-Identifier: Apache-2.0
// Golden function of rtl/tlb_annex, the counter annex of an STLB: per slot a saturating counter of
// LLC-missing loads and a marker bit. It has no tags.
//
// Contract:
// - The STLB supplies slot and page of each event.
// - Each increment is handed over exactly once, with the next hand-over of its slot. An increment
//   at the counter's maximum is lost, and increment() returns false.
// - A count of 0 is not handed over.
// - Count width 0: there is no counter. An access to a marked slot, an eviction or an invalidation
//   hands over count 0 ("touched"), whether a load missed or not.
// - mark_all() marks every slot, including empty ones. A translation filled there later is handed
//   over at its first access.
// - No time, no SystemC.
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

  /// Preconditions: `entries` is positive; the counter has 0 to protocol::kMaxCountWidth bits.
  CounterAnnexFunction(int entries, protocol::Counter counter)
      : counts_(static_cast<std::size_t>(entries), 0),
        markers_((static_cast<std::size_t>(entries) + kWordBits - 1) / kWordBits, 0),
        tail_(entries % kWordBits == 0 ? ~std::uint64_t{0}
                                       : (std::uint64_t{1} << (entries % kWordBits)) - 1),
        max_count_(counter.max) {}

  /// Counts a load; returns false if the counter is at its maximum and the load is lost.
  bool increment(std::uint32_t slot) {
    std::uint16_t& count = counts_[slot];
    if (count == max_count_) return max_count_ == 0;
    ++count;
    return true;
  }
  /// Returns the hand-over of a load whose translation has been invalidated.
  HandOver orphan_increment(base::PageId page) const { return {page, max_count_ > 0 ? 1U : 0U}; }

  /// Handles an access; returns a hand-over only if the slot is marked.
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
    using protocol::AnnexEventKind;
    switch (event.kind) {
      case AnnexEventKind::kIncrement:
        increment(event.slot);
        return std::nullopt;
      case AnnexEventKind::kOrphanIncrement:
        return orphan_increment(event.page);
      case AnnexEventKind::kAccess:
        return access(event.slot, event.page);
      case AnnexEventKind::kEvict:
      case AnnexEventKind::kInvalidate:
        return take(event.slot, event.page);
      case AnnexEventKind::kMarkAll:
        mark_all();
        return std::nullopt;
    }
    return std::nullopt;
  }

  bool marked(std::uint32_t slot) const {
    return (markers_[slot / kWordBits] >> (slot % kWordBits) & 1) != 0;
  }
  /// Returns the marker mask, with slot 0 in bit 0 of the first word. The address is constant.
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
  std::uint64_t tail_;  ///< Valid bits of the last marker word.
  std::uint32_t max_count_;
};

}  // namespace starnuma::tracking
