// SPDX-License-Identifier: Apache-2.0
// What an operating system does when a device of dynamic capacity (CXL DCD) gives its host memory
// or takes memory back.
//
// Contract: each call stands for an event record of the device, which the operating system's core
// takes up when it is done with what it is at, one after the other, before anything else that it
// has been asked for. add(): an extent that the device has offered is accepted, and may be used
// from then on. release(): no page comes to the extent any more, its pages move to where there is
// room, and it goes back to the device; where there is no room for all of them it stays, as does
// what has been moved. force(): the device takes the extent: its pages are lost, their translations
// and all cached copies of their lines are taken away before anybody else may have it, and whoever
// touches one later is stopped. Timing: `capacity_cycles` each, then what the moves or the lost
// lines take. Not modelled: the mailbox's own traffic, memory that is zeroed by the device.
#pragma once

#include <cstdint>
#include <vector>

#include "models/os/os_core.h"
#include "models/paging/dynamic_capacity.h"

namespace starnuma::os {

/// Moves what the maps have in closed frames of a node to the first of `nodes` that has room, again
/// and again until nothing is left, and adds to `moved`; false: there is no room for all.
bool clear_frames(OsCore& os, const std::vector<paging::PageMap*>& maps,
                  const paging::Extent& frames, const std::vector<base::NodeId>& nodes,
                  std::uint64_t& moved);

class HostCapacity {
 public:
  /// What became of an event.
  struct Outcome {
    enum class End : std::uint8_t { kNone, kDone, kRefused };
    End end = End::kNone;  ///< None: it is under way.
    base::Time time;       ///< When that was so.
    paging::Extent extent;
    std::uint64_t moved = 0;  ///< Pages.
    std::uint64_t lost = 0;
    std::uint64_t in_use = 0;  ///< Of a refused release: pages on it.
    std::uint64_t room = 0;    ///< And pages for which there was room elsewhere.
  };
  /// Programs' maps of the host, and where pages of an extent may go, in this order.
  struct Place {
    int host = 0;
    std::vector<paging::PageMap*> maps;
    std::vector<base::NodeId> nodes;
  };

  /// All must outlive it, as must each outcome.
  HostCapacity(OsCore& os, paging::DynamicCapacity& capacity, Place place);

  void add(const paging::Extent& offered, Outcome& outcome);
  /// By its tag, or where that is 0 by its place.
  void release(const paging::Extent& wanted, Outcome& outcome);
  void force(const paging::Extent& wanted, Outcome& outcome);

 private:
  std::optional<paging::Extent> find(const paging::Extent& wanted) const;
  void release_now(const paging::Extent& extent, Outcome& outcome);
  void force_now(const paging::Extent& extent, Outcome& outcome);
  static void end(Outcome& outcome, Outcome::End how);
  std::vector<base::PageId> pages_in(const paging::Extent& extent) const;
  std::uint64_t room() const;

  OsCore& os_;
  paging::DynamicCapacity& capacity_;
  Place place_;
};

}  // namespace starnuma::os
