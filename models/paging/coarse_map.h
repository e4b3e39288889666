// SPDX-License-Identifier: Apache-2.0
// A server's replica of the coarse map of a logical pool, region -> server, and its look-up buffer.
//
// Contract: an entry has a version, which grows each time the region moves; an older one never
// replaces a newer one. The buffer has what was looked up last, and nothing that set() has changed.
// The replica may be behind: whoever is asked on its word compares the version. Pure: no time.
#pragma once

#include <vector>

#include "models/base/check.h"
#include "models/base/recency_array.h"

namespace starnuma::paging {

struct RegionPlace {
  int server = 0;
  std::uint32_t version = 0;  ///< From 1 on.
};

class CoarseMap {
 public:
  /// `buffered` regions, above zero, are looked up without a read of memory.
  explicit CoarseMap(int buffered) : buffer_(1, buffered) {}

  struct Found {
    RegionPlace place;
    bool in_buffer;
  };
  Found look_up(std::uint32_t region) {
    if (const Buffered* found = buffer_.find(region)) return {found->place, true};
    SN_CHECK(region < places_.size(), "coarse map: no region ", region);
    buffer_.fill({region, places_[region]});
    return {places_[region], false};
  }
  void set(std::uint32_t region, RegionPlace place) {
    if (region >= places_.size()) places_.resize(region + 1);
    if (places_[region].version >= place.version) return;
    places_[region] = place;
    buffer_.take(region);
  }

 private:
  struct Buffered {
    std::uint64_t region = ~std::uint64_t{0};
    RegionPlace place;
    std::uint64_t key() const { return region; }
  };

  std::vector<RegionPlace> places_;
  base::RecencyArray<Buffered> buffer_;
};

}  // namespace starnuma::paging
