// SPDX-License-Identifier: Apache-2.0
// Dynamic capacity of pool devices (CXL DCD): extents that hosts allocate and release at run time.
//
// Contract:
// - A device has a region of dynamic capacity, divided into blocks.
// - offer() is the Add Capacity event: it allocates the lowest free consecutive blocks under a tag
//   until the host responds.
// - accept() is the Add Dynamic Capacity Response: it maps the extent to the host and adds its
//   frames to the host's zone.
// - begin_release() closes the extent for new pages. After its pages have moved, end_release() is
//   the Release Dynamic Capacity. cancel_release() reopens the extent.
// - force() is the Forced Capacity Release, whatever the extent holds. The host must then drop the
//   extent's pages, cached copies and translations before anything else happens.
// - Errors: a refused call has no effect.
// - Extents present from the start can be released too; shared extents cannot.
// - Not modelled: partial release, several extents per offer, shared dynamic extents, sanitizing of
//   released memory.
// - Pure: no time, no SystemC.
#pragma once

#include <optional>
#include <vector>

#include "models/paging/frame_pool.h"

namespace starnuma::paging {

/// Dynamic capacity region of one device.
struct DynamicRegion {
  base::NodeId node{};
  FrameRange frames;
  std::uint64_t block = 1;  ///< Block size in frames. Extents consist of whole blocks.
  std::vector<base::NodeId> zone_of_host;
};

class DynamicCapacity {
 public:
  /// Precondition: `memory` has a HostMap and outlives this object.
  DynamicCapacity(FramePool& memory, std::vector<DynamicRegion> regions);

  /// Allocates an extent. Returns nothing if the device has no region, `frames` is 0 or does not
  /// fit into consecutive free blocks, or the tag is 0 or in use.
  std::optional<Extent> offer(base::NodeId node, std::uint64_t frames, int host, std::uint64_t tag);
  /// Returns false if no such offer is pending.
  bool accept(std::uint64_t tag);
  const std::vector<Extent>& offers() const { return offers_; }

  /// Returns the host's exclusive extent that begins at frame `first`, or null.
  const Extent* extent_of(int host, base::NodeId node, std::uint64_t first) const;
  /// Returns the host's extent with this tag, or null. Precondition: the tag is not 0.
  const Extent* tagged(int host, std::uint64_t tag) const;
  /// Returns the largest number of consecutive free frames that could be offered.
  std::uint64_t most_free(base::NodeId node) const;
  /// Returns false if the extent does not exist or its release has begun.
  bool begin_release(int host, base::NodeId node, std::uint64_t first);
  bool cancel_release(int host, base::NodeId node, std::uint64_t first);
  /// Returns false without effect if no release has begun or frames are allocated.
  bool end_release(int host, base::NodeId node, std::uint64_t first);
  /// Removes an exclusive extent; returns it with its host, or nothing if there is none.
  std::optional<Extent> force(base::NodeId node, std::uint64_t first);

 private:
  const DynamicRegion* region_of(base::NodeId node) const;
  base::NodeId zone_of(const Extent& extent) const;
  /// Returns the free block ranges of a region.
  std::vector<FrameRange> gaps(const DynamicRegion& region) const;
  std::optional<std::uint64_t> lowest_free(const DynamicRegion& region, std::uint64_t frames) const;
  bool tag_in_use(std::uint64_t tag) const;
  bool releasing(const Extent& extent) const;

  FramePool& memory_;
  HostMap& hosts_;
  std::vector<DynamicRegion> regions_;
  std::vector<Extent> offers_;
};

}  // namespace starnuma::paging
