// SPDX-License-Identifier: Apache-2.0
// Frame allocator of a machine's memory, by node.
//
// Contract:
// - All page maps of one memory share one pool.
// - A node allocates its last freed frame, otherwise its next fresh one.
// - The devices of an interleave set share the frames of the first device's node.
// - Limits apply to allocated frames.
// - A zone is a set of frame ranges of a node with its own number, from nodes() on. Its capacity is
//   that of its ranges.
// - Ranges can be added and removed at run time and are used in order of addition. A closed range
//   allocates nothing and has no capacity until it is reopened or removed.
// - Pure function: no SystemC.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "models/base/ids.h"
#include "models/paging/free_frames.h"
#include "models/paging/hdm_decoder_function.h"
#include "models/paging/host_map.h"

namespace starnuma::paging {

class FramePool {
 public:
  /// `hosts` is null if every socket reaches all memory.
  explicit FramePool(int nodes, HdmDecoder decoder = {}, std::shared_ptr<HostMap> hosts = {});

  int nodes() const { return nodes_; }
  const HdmDecoder& decoder() const { return decoder_; }
  /// Null if every socket reaches all memory.
  HostMap* hosts() const { return hosts_.get(); }
  /// Creates a zone from ranges of a node; returns its number.
  base::NodeId add_zone(base::NodeId node, std::vector<FrameRange> ranges);
  /// Allocates a frame, regardless of the limit.
  base::Frame take(base::NodeId node);
  void free_frame(base::Frame frame);
  /// Returns the number of frames ever allocated on a node or zone.
  std::uint64_t frames_on(base::NodeId node) const;
  /// Returns the number of frames currently in use on a node or zone.
  std::uint64_t used_on(base::NodeId node) const;
  /// Number of zones. Zones are numbered from nodes() on.
  int zones() const { return static_cast<int>(zones_.size()); }
  /// Returns the number of frames of a zone, including closed ranges.
  std::uint64_t size_of_zone(base::NodeId id) const;
  /// Appends a range to a zone. Preconditions: the range overlaps no other; the zone was never
  /// overcommitted.
  void add_range(base::NodeId zone, FrameRange range);
  /// Returns the frames currently in use of the zone's range that begins at `first`. Precondition:
  /// it exists.
  std::uint64_t used_in(base::NodeId zone, std::uint64_t first) const;
  void close_range(base::NodeId zone, std::uint64_t first);
  /// Returns true if the frame lies in a closed range.
  bool closed(base::Frame frame) const;
  /// Reopens a closed range.
  void open_range(base::NodeId zone, std::uint64_t first);
  /// Removes a range; returns false without effect if a frame of it is allocated.
  bool remove_range(base::NodeId zone, std::uint64_t first);
  /// Removes a range with allocated frames. Their owners must not free them.
  void drop_range(base::NodeId zone, std::uint64_t first);
  /// Number of frames of a node ever allocated outside its zones.
  std::uint64_t outside_zones(base::NodeId node) const { return next_[index(node)]; }

  /// Sets a limit of allocated frames for each node, and for zones if the list includes them.
  void limit(std::vector<std::uint64_t> frame_limits) { limits_ = std::move(frame_limits); }
  bool limited() const { return !limits_.empty(); }
  /// Returns the limit of a node, which its directory covers; without limits the number of frames
  /// ever allocated.
  std::uint64_t frame_limit(base::NodeId node) const {
    return limited() ? limits_[index(node)] : frames_on(node);
  }
  /// Returns the number of free frames within the limit. Precondition for nodes: limits are set.
  std::uint64_t free_on(base::NodeId node) const;
  /// Returns the frame that take() would allocate next.
  base::Frame next(base::NodeId node) const;

 private:
  struct Range {
    FrameRange frames;
    /// Number of frames ever allocated, from the start of the range.
    std::uint64_t ever_allocated = 0;
    bool closed = false;
  };
  struct Zone {
    base::NodeId node;
    std::vector<Range> ranges;
    std::uint64_t too_many = 0;  ///< Number of frames allocated beyond the capacity.
    std::vector<base::Frame> free = {};

    std::uint64_t ever_allocated() const;
    /// Returns the range of a frame, or null.
    const Range* range_of(base::Frame frame) const;
    /// Returns the first open range with fresh frames, or null.
    const Range* fresh() const;
    std::uint64_t used_in(const Range& range) const;
  };

  static std::size_t index(base::NodeId node) { return static_cast<std::size_t>(node); }
  static std::uint64_t number(base::Frame frame) {
    return frame.first_line.in_node() / base::kLinesPerPage;
  }
  static base::Frame frame(base::NodeId node, std::uint64_t number) {
    return {base::LineAddress::of(node, number * base::kLinesPerPage)};
  }
  bool is_zone(base::NodeId node) const { return base::index_of(node) >= nodes_; }
  const Zone& zone(base::NodeId id) const {
    return zones_[index(id) - static_cast<std::size_t>(nodes_)];
  }
  Zone& zone(base::NodeId id) { return zones_[index(id) - static_cast<std::size_t>(nodes_)]; }
  Range& range(base::NodeId zone, std::uint64_t first);
  const Range& range(base::NodeId zone, std::uint64_t first) const {
    return const_cast<FramePool*>(this)->range(zone, first);
  }
  /// Returns the index of the last deallocated frame in an open range.
  static std::optional<std::size_t> latest_free(const Zone& zone);
  base::Frame allocate_of(Zone& zone);

  HdmDecoder decoder_;
  std::shared_ptr<HostMap> hosts_;
  int nodes_;
  std::vector<Zone> zones_;                     ///< Zone z has the number nodes_ + z.
  std::vector<std::uint64_t> next_;             ///< Next fresh frame by node.
  std::vector<std::vector<base::Frame>> free_;  ///< Deallocated frames by node, latest last.
  std::vector<std::uint64_t> limits_;           ///< Limits by node; empty if there are none.
};

}  // namespace starnuma::paging
