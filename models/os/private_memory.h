// SPDX-License-Identifier: Apache-2.0
// Private memory of a server that grows into the server's part of a logical pool and shrinks again.
//
// Contract: one change at a time, which the operating system's core takes up as it does an event of
// a device of dynamic capacity (host_capacity.h). grow(): the frames, which the pool has given up,
// are for programs of the host from then on. shrink(): no page comes any more to what grew last;
// its pages move to other private frames, and the pool may have it; where there is no room for all
// of them it stays. Timing: `capacity_cycles` each, then what the moves take.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/accounting/stats.h"
#include "models/os/os_core.h"

namespace starnuma::os {

class PrivateMemory {
 public:
  struct Place {
    base::NodeId node{};
    base::NodeId zone{};  ///< Of the memory, from which private pages take frames.
    std::vector<paging::PageMap*> maps;
  };

  /// `grown`: ranges of the zone that may go, each of which came after the one before. `os` is null
  /// where the host runs nothing; it and `memory` must outlive this.
  PrivateMemory(OsCore* os, paging::FramePool& memory, Place place,
                std::vector<paging::FrameRange> grown);

  bool idle() const { return !busy_; }
  std::uint64_t pages() const { return memory_.size_of_zone(place_.zone); }
  std::uint64_t used() const { return memory_.used_on(place_.zone); }
  void grow(const std::vector<paging::FrameRange>& ranges);
  /// So many of the ranges.
  void shrink(std::size_t ranges);

  void report(accounting::StatWriter& writer) const;

 private:
  void carry_out(const std::function<void()>& work);
  /// False where the last range has to stay.
  bool give_back_last();

  OsCore* os_;
  paging::FramePool& memory_;
  Place place_;
  std::vector<paging::FrameRange> grown_;
  bool busy_ = false;
  struct Counts {
    std::uint64_t grown = 0;  ///< Pages.
    std::uint64_t shrunk = 0;
    std::uint64_t refused = 0;  ///< Ranges.
    std::uint64_t moved = 0;    ///< Pages.
  };
  Counts counts_;
};

}  // namespace starnuma::os
