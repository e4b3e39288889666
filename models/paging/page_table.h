// SPDX-License-Identifier: Apache-2.0
// Radix page table of an address space (512 entries per page), in frames of sockets.
//
// Contract:
// - Each table page lies with one of the pages that it covers, drawn by its number, as if that page
//   had been touched first. Kernel memory stays on sockets: if the drawn page is not on one of
//   them, its table page goes to a drawn socket.
// - Table pages of a node that have fewer entries share frames.
// - Level 0 holds the frames of pages.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "models/base/ids.h"

namespace starnuma::paging {

class PageTable {
 public:
  static constexpr int kLevels = 4;
  static constexpr int kEntryShift = 9;  ///< 512 eight-byte entries per table page.
  using Nodes = std::vector<base::NodeId>;
  /// Function that allocates a frame on a node.
  using TakeFrame = std::function<base::Frame(base::NodeId)>;

  /// Returns the maximum number of frames that a table over `pages` pages needs on one socket.
  static std::uint64_t frames_for(std::uint64_t pages);

  /// `entries` is the number of PTEs per table page after scaling, 8 to 512.
  PageTable(const Nodes& home_of_page, const Nodes& sockets, int entries, const TakeFrame& take);

  /// Returns the line of the level-`level` entry that translates `page`.
  base::LineAddress entry_line(std::uint64_t page, int level) const {
    const std::uint64_t entry = page >> (kEntryShift * level);
    const base::LineAddress first = levels_[static_cast<std::size_t>(level)][entry >> shift_];
    return {first.value + (entry & ((1U << shift_) - 1)) / kEntriesPerLine};
  }

 private:
  static constexpr int kEntriesPerLine = 8;

  int shift_;  ///< log2 of the entries per table page.
  /// First line of each table page, by level.
  std::array<std::vector<base::LineAddress>, kLevels> levels_;
};

}  // namespace starnuma::paging
