// SPDX-License-Identifier: Apache-2.0
// Dynamic capacity of pool devices (CXL DCD): memory that hosts get and give back while a machine
// runs, in extents of their own.
//
// Contract: a device has a region of dynamic capacity, in blocks. offer() is its Add Capacity event
// to a host: the lowest free blocks that lie together, set aside under a tag until the host answers
// (Add Dynamic Capacity Response): accept() maps them to the host alone and gives their frames to
// its zone, decline() frees them. A host that releases an extent begins with begin_release(), after
// which no further page comes there, and moves its pages; end_release() is its Release Dynamic
// Capacity, cancel_release() leaves all as it was. force() is the device's Forced Capacity Release,
// whatever lies there: the host that lost it must drop its pages, caches and translations before
// anything else happens. What is refused changes nothing. Extents that were there from the start
// may be released as others; shared ones may not. Not modelled: extents in parts, more than one at
// an offer, shared dynamic extents, the sanitizing of released memory. Pure: no time, no SystemC.
#pragma once

#include <optional>
#include <vector>

#include "models/paging/frame_pool.h"

namespace starnuma::paging {

/// Of one device.
struct DynamicRegion {
  base::NodeId node{};
  FrameRange frames;
  std::uint64_t block = 1;  ///< Frames; extents are whole blocks of the region.
  std::vector<base::NodeId> zone_of_host;
};

class DynamicCapacity {
 public:
  /// Memory of several hosts, which must outlive it.
  DynamicCapacity(FramePool& memory, std::vector<DynamicRegion> regions);

  /// Nothing where the device has no region, or no free blocks for `frames`, more than 0, together;
  /// or where the tag is 0 or in use.
  std::optional<Extent> offer(base::NodeId node, std::uint64_t frames, int host, std::uint64_t tag);
  /// False if no such offer stands.
  bool accept(std::uint64_t tag);
  bool decline(std::uint64_t tag);
  const std::vector<Extent>& offers() const { return offers_; }

  /// The host's exclusive extent that begins with this frame, in a region; null: it has none.
  const Extent* extent_of(int host, base::NodeId node, std::uint64_t first) const;
  /// The one with this tag, not 0.
  const Extent* tagged(int host, std::uint64_t tag) const;
  /// Most frames of a device's region that could be offered together.
  std::uint64_t most_free(base::NodeId node) const;
  /// False where it has no such extent, or releases it already.
  bool begin_release(int host, base::NodeId node, std::uint64_t first);
  bool cancel_release(int host, base::NodeId node, std::uint64_t first);
  /// False, with all as it was, if its release has not begun or frames of it are in use.
  bool end_release(int host, base::NodeId node, std::uint64_t first);
  /// What was taken away, and from whom; nothing where there is no exclusive extent.
  std::optional<Extent> force(base::NodeId node, std::uint64_t first);

 private:
  const DynamicRegion* region_of(base::NodeId node) const;
  base::NodeId zone_of(const Extent& extent) const;
  /// Places for new extents, by their first frames.
  std::vector<FrameRange> gaps(const DynamicRegion& region) const;
  std::optional<std::uint64_t> lowest_free(const DynamicRegion& region, std::uint64_t frames) const;
  std::optional<Extent> take_offer(std::uint64_t tag);
  bool tag_in_use(std::uint64_t tag) const;
  bool releasing(const Extent& extent) const;

  FramePool& memory_;
  HostMap& hosts_;
  std::vector<DynamicRegion> regions_;
  std::vector<Extent> offers_;
};

}  // namespace starnuma::paging
