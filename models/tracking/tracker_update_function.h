// SPDX-License-Identifier: Apache-2.0
// What the tracker update unit of a page-table walker does: queues hand-overs, adds those of one
// region together, and updates the region's metadata entry. The golden function of
// rtl/tracker_update.
//
// Contract: accept() takes hand-overs; while something is pending, the caller reads the entry at
// address(), holding its line, and calls update() with what it read, which takes the head from the
// queue and says what to write back. Until then the head still takes in hand-overs of its region.
// In mode kAddAtHome the caller calls add() instead, which takes the head from the queue and says
// what the entry's home is to add.
// Regions lie in one space, and each space has a table of entries of its own.
// Counts saturate; the sum of what metadata holds and what is reported lost is what was accepted.
// A word that would not change is not written. So with count width 0, an entry is written only when
// the socket's bit is not yet set.
// No time, no SystemC.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "models/protocol/tracking.h"

namespace starnuma::tracking {

/// By space: the byte address of region 0's entry.
using MetadataBases = std::array<std::uint64_t, base::PageId::kSpaces>;

class TrackerUpdateFunction {
 public:
  struct Config {
    MetadataBases base{};     ///< Of each space's table.
    int region_shift = 0;     ///< log2 of the pages of a region.
    base::SocketId socket{};  ///< Whose sharer bit is set.
    protocol::MetadataLayout layout;
    int queue_entries = 4;
    protocol::TrackerUpdateMode mode = protocol::TrackerUpdateMode::kOwnLine;
  };
  enum class Outcome : std::uint8_t { kQueued, kCoalesced, kFull };
  struct Accepted {
    Outcome outcome;
    std::uint32_t lost;  ///< Loads beyond the queue entry's saturating counter.
  };
  struct Update {
    std::uint64_t word;  ///< The entry's new contents.
    bool write;          ///< False when they are the old ones: release the line only.
    std::uint32_t lost;  ///< Loads beyond the entry's saturating counter.
  };

  explicit TrackerUpdateFunction(const Config& config)
      : config_(config), queue_(static_cast<std::size_t>(config.queue_entries)) {}

  /// kFull changes nothing: offer the same hand-over again after the next update().
  Accepted accept(const protocol::HandOver& hand_over) {
    const std::size_t at = place_of(hand_over.page);
    if (at < used_) return {Outcome::kCoalesced, coalesce(queue_[at].count, hand_over.count)};
    if (used_ == queue_.size()) return {Outcome::kFull, 0};
    queue_[used_++] = {region_of(hand_over.page), hand_over.count};
    return {Outcome::kQueued, 0};
  }

  bool pending() const { return used_ > 0; }
  std::size_t queued() const { return used_; }
  /// Whether the page's region is queued.
  bool holds(base::PageId page) const { return place_of(page) < used_; }
  /// Of the head's metadata entry.
  std::uint64_t address() const {
    const base::PageId region = queue_.front().region;
    return config_.base[static_cast<std::size_t>(region.space())] +
           (region.number() << config_.layout.entry_shift());
  }
  Update update(std::uint64_t old_word) {
    const protocol::MetadataLayout& layout = config_.layout;
    const std::uint32_t count = pop();
    const std::uint64_t word = layout.sum(old_word, sharer_bit(), count);
    return {word, word != old_word, layout.count(old_word) + count - layout.count(word)};
  }
  /// The head's sharer bit and count, laid out as an entry.
  std::uint64_t add() { return config_.layout.word(sharer_bit(), pop()); }

 private:
  struct Entry {
    base::PageId region;
    std::uint32_t count = 0;
  };

  base::PageId region_of(base::PageId page) const { return page.block(config_.region_shift); }
  /// In the queue; `used_` where it is not.
  std::size_t place_of(base::PageId page) const {
    std::size_t at = 0;
    while (at < used_ && queue_[at].region != region_of(page)) ++at;
    return at;
  }
  std::uint32_t sharer_bit() const { return std::uint32_t{1} << base::index_of(config_.socket); }
  /// Takes the head from the queue.
  std::uint32_t pop() {
    const std::uint32_t count = queue_.front().count;
    for (std::size_t i = 1; i < used_; ++i) queue_[i - 1] = queue_[i];
    --used_;
    return count;
  }
  /// Adds up to the maximum; returns what did not fit.
  std::uint32_t coalesce(std::uint32_t& count, std::uint32_t more) const {
    const std::uint32_t fits = std::min(more, config_.layout.counter.max - count);
    count += fits;
    return more - fits;
  }

  Config config_;
  std::vector<Entry> queue_;  ///< The first `used_`, oldest first.
  std::size_t used_ = 0;
};

}  // namespace starnuma::tracking
