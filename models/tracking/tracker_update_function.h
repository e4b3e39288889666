// SPDX-License-Identifier: Apache-2.0
// Golden function of rtl/tracker_update, the tracker update unit of a page walker: queues
// hand-overs, coalesces those of one region, and updates the region's metadata entry.
//
// Contract:
// - accept() queues a hand-over. While pending(), the caller reads the entry at address(), holds
//   its line and passes the contents to update(). update() removes the head and returns what to
//   write. Until then the head still coalesces hand-overs of its region.
// - Mode kAddAtHome: the caller calls add() instead, which removes the head and returns what the
//   entry's home is to add.
// - A region lies in one space. Each space has its own table of entries.
// - Counts saturate. The accepted loads equal the sum in metadata plus the loads reported as lost.
// - An unchanged word is not written. With count width 0 an entry is therefore written only to set
//   the socket's bit.
// - No time, no SystemC.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "models/protocol/tracking.h"

namespace starnuma::tracking {

/// Byte address of region 0's entry, by space.
using MetadataBases = std::array<std::uint64_t, base::PageId::kSpaces>;

class TrackerUpdateFunction {
 public:
  struct Config {
    MetadataBases base{};     ///< Start of each space's table.
    int region_shift = 0;     ///< log2 of the region size in pages.
    base::SocketId socket{};  ///< Socket whose sharer bit is set.
    protocol::MetadataLayout layout;
    int queue_entries = 4;
    protocol::TrackerUpdateMode mode = protocol::TrackerUpdateMode::kOwnLine;
  };
  enum class Outcome : std::uint8_t { kQueued, kCoalesced, kFull };
  struct Accepted {
    Outcome outcome;
    std::uint32_t lost;  ///< Loads beyond the maximum of the queue entry's counter.
  };
  struct Update {
    std::uint64_t word;  ///< New contents of the entry.
    bool write;          ///< False if unchanged: the caller only releases the line.
    std::uint32_t lost;  ///< Loads beyond the maximum of the entry's counter.
  };

  explicit TrackerUpdateFunction(const Config& config)
      : config_(config), queue_(static_cast<std::size_t>(config.queue_entries)) {}

  /// Queues or coalesces a hand-over. kFull has no effect; the caller retries after the next
  /// update().
  Accepted accept(const protocol::HandOver& hand_over) {
    const std::size_t at = place_of(hand_over.page);
    if (at < used_) return {Outcome::kCoalesced, coalesce(queue_[at].count, hand_over.count)};
    if (used_ == queue_.size()) return {Outcome::kFull, 0};
    queue_[used_++] = {region_of(hand_over.page), hand_over.count};
    return {Outcome::kQueued, 0};
  }

  bool pending() const { return used_ > 0; }
  std::size_t queued() const { return used_; }
  /// Returns true if the page's region is queued.
  bool holds(base::PageId page) const { return place_of(page) < used_; }
  /// Returns the address of the head's metadata entry.
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
  /// Removes the head; returns its sharer bit and count in entry format.
  std::uint64_t add() { return config_.layout.word(sharer_bit(), pop()); }

 private:
  struct Entry {
    base::PageId region;
    std::uint32_t count = 0;
  };

  base::PageId region_of(base::PageId page) const { return page.block(config_.region_shift); }
  /// Returns the queue index of the page's region, or `used_` if it is not queued.
  std::size_t place_of(base::PageId page) const {
    std::size_t at = 0;
    while (at < used_ && queue_[at].region != region_of(page)) ++at;
    return at;
  }
  std::uint32_t sharer_bit() const { return std::uint32_t{1} << base::index_of(config_.socket); }
  /// Removes the head; returns its count.
  std::uint32_t pop() {
    const std::uint32_t count = queue_.front().count;
    for (std::size_t i = 1; i < used_; ++i) queue_[i - 1] = queue_[i];
    --used_;
    return count;
  }
  /// Adds with saturation; returns the excess.
  std::uint32_t coalesce(std::uint32_t& count, std::uint32_t more) const {
    const std::uint32_t fits = std::min(more, config_.layout.counter.max - count);
    count += fits;
    return more - fits;
  }

  Config config_;
  std::vector<Entry> queue_;  ///< The first `used_` entries are valid, oldest first.
  std::size_t used_ = 0;
};

}  // namespace starnuma::tracking
