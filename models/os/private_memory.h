// SPDX-License-Identifier: Apache-2.0
// Private memory of a server that can grow into the server's part of a logical pool and shrink
// again.
//
// Contract:
// - One change at a time. The OS core handles it like an event of a dynamic capacity device
//   (host_capacity.h).
// - grow() makes frames that the pool has released available to programs of the host.
// - shrink() closes the most recently grown ranges, moves their pages to other private frames and
//   returns them to the pool. A range stays if its pages have no other frames.
// - Timing: `capacity_cycles` per change, plus the moves.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/accounting/stats.h"
#include "models/os/os_core.h"

namespace starnuma::os {

class PrivateMemory {
 public:
  struct PrivateMemoryParts {
    base::NodeId node{};
    base::NodeId zone{};  ///< Zone that private pages allocate from.
    std::vector<paging::PageMap*> maps;
  };

  /// `grown` holds the removable ranges of the zone, oldest first. `os` is null if the host runs
  /// nothing. Precondition: `os` and `memory` outlive this object.
  PrivateMemory(OsCore* os, paging::FramePool& memory, PrivateMemoryParts place,
                std::vector<paging::FrameRange> grown);

  bool idle() const { return !busy_; }
  std::uint64_t pages() const { return memory_.size_of_zone(place_.zone); }
  std::uint64_t used() const { return memory_.used_on(place_.zone); }
  void grow(const std::vector<paging::FrameRange>& ranges);
  /// Shrinks by up to `ranges` ranges.
  void shrink(std::size_t ranges);

  void report(accounting::StatWriter& writer) const;

 private:
  void carry_out(const std::function<void()>& work);
  /// Returns the last range to the pool; false if it must stay.
  bool free_last_page();

  OsCore* os_;
  paging::FramePool& memory_;
  PrivateMemoryParts place_;
  std::vector<paging::FrameRange> grown_;
  bool busy_ = false;
  struct PrivateMemoryStats {
    std::uint64_t grown = 0;  ///< Number of pages, as in `shrunk`.
    std::uint64_t shrunk = 0;
    std::uint64_t refused = 0;  ///< Number of ranges.
    std::uint64_t moved = 0;    ///< Number of pages.
  };
  PrivateMemoryStats counts_;
};

}  // namespace starnuma::os
