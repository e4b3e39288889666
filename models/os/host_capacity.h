// SPDX-License-Identifier: Apache-2.0
// Operating system support for dynamic capacity devices (CXL DCD): a device offers extents to its
// host or reclaims them.
//
// Contract:
// - Each call represents an event record of the device. The OS core handles events in order, after
//   its current job and before all other work.
// - add() accepts an offered extent, which is usable from then on.
// - release() closes the extent, moves its pages elsewhere and returns it to the device. Without
//   capacity for all of them the extent stays; pages already moved stay moved.
// - force() takes the extent back. Its pages are lost. Their translations and all cached copies are
//   invalidated before the extent can be reused. A later access to a lost page stops the program.
// - Timing: `capacity_cycles` per event, plus the moves or invalidations.
// - Not modelled: traffic of the mailbox, zeroing of memory by the device.
#pragma once

#include <cstdint>
#include <vector>

#include "models/os/os_core.h"
#include "models/paging/dynamic_capacity.h"

namespace starnuma::os {

/// Moves all pages in closed frames of a node to the first of `nodes` with free frames, until none
/// is left, and adds their number to `moved`. Returns false if there is not enough capacity.
bool clear_frames(OsCore& os, const std::vector<paging::PageMap*>& maps,
                  const paging::Extent& frames, const std::vector<base::NodeId>& nodes,
                  std::uint64_t& moved);

class HostCapacity {
 public:
  /// Result of an event.
  struct Outcome {
    enum class End : std::uint8_t { kNone, kDone, kRefused };
    End end = End::kNone;  ///< kNone until the scheduled event occurs.
    base::Time time;       ///< Completion time.
    paging::Extent extent;
    std::uint64_t moved = 0;  ///< Number of moved pages.
    std::uint64_t lost = 0;
    std::uint64_t in_use = 0;  ///< Number of pages on the extent of a refused release.
    std::uint64_t room = 0;    ///< Number of free pages elsewhere at a refused release.
  };
  /// Programs' page maps of the host, and the nodes that pages of an extent may move to, in order
  /// of preference.
  struct HostCapacityParts {
    int host = 0;
    std::vector<paging::PageMap*> maps;
    std::vector<base::NodeId> nodes;
  };

  /// Precondition: the arguments and all outcomes outlive this object.
  HostCapacity(OsCore& os, paging::DynamicCapacity& capacity, HostCapacityParts place);

  void add(const paging::Extent& offered, Outcome& outcome);
  /// Releases the extent with the tag of `wanted`, or at its position if the tag is 0.
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
  HostCapacityParts place_;
};

}  // namespace starnuma::os
