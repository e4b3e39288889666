// SPDX-License-Identifier: Apache-2.0
// Server's replica of the coarse map of a logical pool (region to server), with its look-up buffer.
//
// Contract:
// - Each entry has a version that grows with every move of the region. An older version never
//   replaces a newer one.
// - The buffer is LRU. set() invalidates the buffered entry that it changes.
// - The replica may be stale. A server detects a stale request by its version.
// - Pure: no time.
#pragma once

#include <vector>

#include "models/base/check.h"
#include "models/base/recency_array.h"

namespace starnuma::paging {

struct RegionLocation {
  int server = 0;
  std::uint32_t version = 0;  ///< Version, from 1.
};

class CoarseMap {
 public:
  /// `buffered` is the capacity of the look-up buffer in regions; it must be positive.
  explicit CoarseMap(int buffered) : buffer_(1, buffered) {}

  struct Found {
    RegionLocation place;
    bool in_buffer;
  };
  Found lookup(std::uint32_t region) {
    if (const Buffered* found = buffer_.find(region)) return {found->place, true};
    SN_CHECK(region < places_.size(), "coarse map: no region ", region);
    buffer_.fill({region, places_[region]});
    return {places_[region], false};
  }
  void set(std::uint32_t region, RegionLocation place) {
    if (region >= places_.size()) places_.resize(region + 1);
    if (places_[region].version >= place.version) return;
    places_[region] = place;
    buffer_.take(region);
  }

 private:
  struct Buffered {
    std::uint64_t region = ~std::uint64_t{0};
    RegionLocation place;
    std::uint64_t key() const { return region; }
  };

  std::vector<RegionLocation> places_;
  base::RecencyArray<Buffered> buffer_;
};

}  // namespace starnuma::paging
