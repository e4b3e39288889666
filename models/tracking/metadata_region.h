// SPDX-License-Identifier: Apache-2.0
// The metadata region: one entry per region of the program, in memory of its own.
//
// Contract: as uncached memory it is what homes add to. A metadata address counts bytes from the
// entry of region 0. The region's pages lie in frames given at construction, one after the other;
// contents are held here, so what a tracker update unit reads is what the last one wrote. A region
// is 2^region_shift pages of the program. Pure function: no SystemC, no time.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/base/ids.h"
#include "models/paging/hdm_decoder_function.h"
#include "models/protocol/tracking.h"
#include "models/protocol/uncached/request.h"

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
  /// Pages that the entries of a program of `pages` need.
  static std::uint64_t pages_for(const protocol::MetadataLayout& layout, std::uint64_t pages,
                                 int region_shift) {
    const std::uint64_t bytes = regions_of(pages, region_shift) << layout.entry_shift();
    return (bytes + base::kPageBytes - 1) >> base::kPageShift;
  }

  /// `frames` are pages_for() many.
  MetadataRegion(const protocol::MetadataLayout& layout, std::uint64_t pages, int region_shift,
                 std::vector<base::Frame> frames, paging::HdmDecoder decoder = {});

  const protocol::MetadataLayout& layout() const { return layout_; }
  int region_shift() const { return region_shift_; }
  std::uint64_t regions() const { return words_.size(); }
  std::uint64_t region_of(std::uint64_t page) const { return page >> region_shift_; }
  std::uint64_t address_of(std::uint64_t region) const { return region << layout_.entry_shift(); }
  /// Where an entry lies.
  base::LineAddress line_of(std::uint64_t address) const {
    return decoder_.line_at(frames_[address >> base::kPageShift], address & (base::kPageBytes - 1));
  }

  /// All lines with entries, in the order of their addresses.
  std::vector<base::LineAddress> lines() const {
    std::vector<base::LineAddress> all;
    for (std::uint64_t at = 0; at < address_of(regions()); at += base::kLineBytes) {
      all.push_back(line_of(at));
    }
    return all;
  }

  std::uint64_t word(std::uint64_t address) const {
    return words_[address >> layout_.entry_shift()];
  }
  void set_word(std::uint64_t address, std::uint64_t word) {
    words_[address >> layout_.entry_shift()] = word;
  }
  Entry entry(std::uint64_t region) const {
    return {layout_.sharers(words_[region]), layout_.count(words_[region])};
  }
  /// The line must be one of lines().
  bool add(base::LineAddress line, int entry, base::SocketId socket, std::uint32_t count) override;
  void clear() { words_.assign(words_.size(), 0); }

 private:
  protocol::MetadataLayout layout_;
  int region_shift_;
  std::vector<base::Frame> frames_;
  paging::HdmDecoder decoder_;
  std::vector<std::uint64_t> words_;
  std::unordered_map<std::uint64_t, std::uint64_t> page_at_;  ///< By a frame's first line.
};

}  // namespace starnuma::tracking
