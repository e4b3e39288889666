// SPDX-License-Identifier: Apache-2.0
// Metadata region: for each address space a table with one entry per region, in its own memory.
//
// Contract:
// - Implements the uncached memory that homes add to.
// - A metadata address is a byte offset from the first table. Each table begins on a page boundary.
// - The pages lie in the frames given at construction, in order.
// - Contents are held here, so a tracker update unit reads what the last one wrote.
// - A region consists of 2^region_shift pages of one space.
// - Pure function: no SystemC, no time.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/base/ids.h"
#include "models/paging/hdm_decoder_function.h"
#include "models/protocol/tracking.h"
#include "models/protocol/uncached/request.h"
#include "models/tracking/tracker_update_function.h"

namespace starnuma::tracking {

class MetadataRegion : public protocol::UncachedMemory {
 public:
  struct Entry {
    std::uint32_t sharers = 0;  ///< Bit mask of sockets.
    std::uint32_t count = 0;
  };

  static std::uint64_t regions_of(std::uint64_t pages, int region_shift) {
    return (pages + (std::uint64_t{1} << region_shift) - 1) >> region_shift;
  }
  /// Returns the number of pages for the entries of a space of `pages` pages.
  static std::uint64_t pages_for(const protocol::MetadataLayout& layout, std::uint64_t pages,
                                 int region_shift) {
    const std::uint64_t bytes = regions_of(pages, region_shift) << layout.entry_shift();
    return (bytes + base::kPageBytes - 1) >> base::kPageShift;
  }

  /// Constructs the tables of spaces 0, 1, ... with `pages` pages each. Preconditions: at most
  /// PageId::kSpaces spaces; `frames` has the sum of pages_for().
  MetadataRegion(const protocol::MetadataLayout& layout, const std::vector<std::uint64_t>& pages,
                 int region_shift, std::vector<base::Frame> frames,
                 paging::HdmDecoder decoder = {});

  const protocol::MetadataLayout& layout() const { return layout_; }
  int region_shift() const { return region_shift_; }
  std::uint64_t regions(base::SpaceId space) const { return regions_[index(space)]; }
  /// Start address of each space's table.
  const MetadataBases& bases() const { return bases_; }
  /// Returns the space and number of the page's region.
  base::PageId region_of(base::PageId page) const { return page.block(region_shift_); }
  std::uint64_t address_of(base::PageId region) const {
    return bases_[index(region.space())] + (region.number() << layout_.entry_shift());
  }
  /// Returns the line of an entry.
  base::LineAddress line_of(std::uint64_t address) const {
    return decoder_.line_at(frames_[address >> base::kPageShift], address & (base::kPageBytes - 1));
  }

  /// Returns all lines with entries of a space, in address order.
  std::vector<base::LineAddress> lines(base::SpaceId space) const;
  /// Returns the lines of all spaces, in order of the spaces.
  std::vector<base::LineAddress> lines() const;

  std::uint64_t word(std::uint64_t address) const {
    return words_[address >> layout_.entry_shift()];
  }
  void set_word(std::uint64_t address, std::uint64_t word) {
    words_[address >> layout_.entry_shift()] = word;
  }
  Entry entry(base::PageId region) const {
    const std::uint64_t found = word(address_of(region));
    return {layout_.sharers(found), layout_.count(found)};
  }
  /// Precondition: the line is one of lines().
  Added add(base::LineAddress line, int entry, base::SocketId socket, std::uint32_t count) override;
  void clear() { words_.assign(words_.size(), 0); }
  void clear(base::SpaceId space);

 private:
  static std::size_t index(base::SpaceId space) { return static_cast<std::size_t>(space); }

  protocol::MetadataLayout layout_;
  int region_shift_;
  std::vector<base::Frame> frames_;
  paging::HdmDecoder decoder_;
  MetadataBases bases_{};
  std::array<std::uint64_t, base::PageId::kSpaces> regions_{};  ///< Number of regions by space.
  std::vector<std::uint64_t> words_;                            ///< Entries in address order.
  /// Page number by the first line of its frame.
  std::unordered_map<std::uint64_t, std::uint64_t> page_at_;
};

}  // namespace starnuma::tracking
