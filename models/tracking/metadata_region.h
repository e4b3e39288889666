// SPDX-License-Identifier: Apache-2.0
// The metadata region: for each address space a table of one entry per region, in memory of its
// own.
//
// Contract: as uncached memory it is what homes add to. A metadata address counts bytes from where
// the first table begins; each begins on a page of its own. These pages lie in frames given at
// construction, one after the other; contents are held here, so what a tracker update unit reads is
// what the last one wrote. A region is 2^region_shift pages of one space. Pure function: no
// SystemC, no time.
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
    std::uint32_t sharers = 0;  ///< A bit per socket.
    std::uint32_t count = 0;
  };

  static std::uint64_t regions_of(std::uint64_t pages, int region_shift) {
    return (pages + (std::uint64_t{1} << region_shift) - 1) >> region_shift;
  }
  /// Pages that the entries of a space of `pages` need.
  static std::uint64_t pages_for(const protocol::MetadataLayout& layout, std::uint64_t pages,
                                 int region_shift) {
    const std::uint64_t bytes = regions_of(pages, region_shift) << layout.entry_shift();
    return (bytes + base::kPageBytes - 1) >> base::kPageShift;
  }

  /// For spaces 0, 1, ... of `pages` each, at most PageId::kSpaces of them; `frames` are as many as
  /// pages_for() of all.
  MetadataRegion(const protocol::MetadataLayout& layout, const std::vector<std::uint64_t>& pages,
                 int region_shift, std::vector<base::Frame> frames,
                 paging::HdmDecoder decoder = {});

  const protocol::MetadataLayout& layout() const { return layout_; }
  int region_shift() const { return region_shift_; }
  std::uint64_t regions(base::SpaceId space) const { return regions_[index(space)]; }
  /// Where each space's table begins.
  const MetadataBases& bases() const { return bases_; }
  /// The page's region: its space, and the region's number in it.
  base::PageId region_of(base::PageId page) const { return page.block(region_shift_); }
  std::uint64_t address_of(base::PageId region) const {
    return bases_[index(region.space())] + (region.number() << layout_.entry_shift());
  }
  /// Where an entry lies.
  base::LineAddress line_of(std::uint64_t address) const {
    return decoder_.line_at(frames_[address >> base::kPageShift], address & (base::kPageBytes - 1));
  }

  /// All lines with entries of a space, in the order of their addresses.
  std::vector<base::LineAddress> lines(base::SpaceId space) const;
  /// Of all spaces, one after the other.
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
  /// The line must be one of lines().
  bool add(base::LineAddress line, int entry, base::SocketId socket, std::uint32_t count) override;
  void clear() { words_.assign(words_.size(), 0); }
  void clear(base::SpaceId space);

 private:
  static std::size_t index(base::SpaceId space) { return static_cast<std::size_t>(space); }

  protocol::MetadataLayout layout_;
  int region_shift_;
  std::vector<base::Frame> frames_;
  paging::HdmDecoder decoder_;
  MetadataBases bases_{};
  std::array<std::uint64_t, base::PageId::kSpaces> regions_{};  ///< By space.
  std::vector<std::uint64_t> words_;                            ///< By address, in entries.
  std::unordered_map<std::uint64_t, std::uint64_t> page_at_;    ///< By a frame's first line.
};

}  // namespace starnuma::tracking
