// SPDX-License-Identifier: Apache-2.0
// The frames of a machine's memory: which are taken, node by node.
//
// Contract: page maps that lie in one memory take from one pool. A node hands out the frame given
// back last, or else its next one, in the order of the calls. Devices of an interleave set share
// the frames of the first one's node. Limits count frames in use. Of a node some frames may be set
// apart as a zone, which is taken from by a number of its own, like a node behind the last one; it
// has the room of its ranges. Ranges come and go: one is handed out in the order in which it came;
// a closed one hands out nothing, and has no room, until it is opened again or removed. Pure
// function: no SystemC.
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
  /// `hosts` where not every socket reaches all memory.
  explicit FramePool(int nodes, HdmDecoder decoder = {}, std::shared_ptr<HostMap> hosts = {});

  int nodes() const { return nodes_; }
  const HdmDecoder& decoder() const { return decoder_; }
  /// Null where every socket reaches all memory.
  HostMap* hosts() const { return hosts_.get(); }
  /// Sets frames of a node apart, which from then on is taken from by its zones alone; the zone.
  base::NodeId add_zone(base::NodeId node, std::vector<FrameRange> ranges);
  /// Whatever the limit is.
  base::Frame take(base::NodeId node);
  void give_back(base::Frame frame);
  /// Frames that were ever handed out on a node or zone.
  std::uint64_t frames_on(base::NodeId node) const;
  /// Frames of a node or zone that are in use.
  std::uint64_t used_on(base::NodeId node) const;
  /// Zones are numbered from nodes() on.
  int zones() const { return static_cast<int>(zones_.size()); }
  base::NodeId node_of_zone(base::NodeId id) const { return zone(id).node; }
  /// Closed ranges included.
  std::uint64_t size_of_zone(base::NodeId id) const;
  /// A further range of a zone, which is not over full, behind its others. It overlaps none.
  void add_range(base::NodeId zone, FrameRange range);
  /// Of the zone's range that begins with this frame, which there must be: frames in use.
  std::uint64_t used_in(base::NodeId zone, std::uint64_t first) const;
  void close_range(base::NodeId zone, std::uint64_t first);
  /// Whether the frame lies in a closed range.
  bool closed(base::Frame frame) const;
  /// As if it had not been closed.
  void open_range(base::NodeId zone, std::uint64_t first);
  /// Takes the range away from the zone; false, and nothing has changed, if a frame is in use.
  bool remove_range(base::NodeId zone, std::uint64_t first);
  /// Takes it away whatever is in use; whoever has such frames must not give them back.
  void drop_range(base::NodeId zone, std::uint64_t first);
  /// Frames of a node that were ever handed out, outside its zones.
  std::uint64_t outside_zones(base::NodeId node) const { return next_[index(node)]; }

  /// From now on node n should not have more than `frame_limits[n]` frames in use, nor a zone,
  /// where they say so.
  void limit(std::vector<std::uint64_t> frame_limits) { limits_ = std::move(frame_limits); }
  bool limited() const { return !limits_.empty(); }
  /// Frames that may ever be handed out on a node: its directory covers them.
  std::uint64_t frame_limit(base::NodeId node) const {
    return limited() ? limits_[index(node)] : frames_on(node);
  }
  /// Frames that still fit on a node, as its limit says; limited pools only.
  std::uint64_t room_on(base::NodeId node) const;
  /// The frame that take() would hand out.
  base::Frame next(base::NodeId node) const;

 private:
  struct Range {
    FrameRange frames;
    std::uint64_t handed_out = 0;  ///< The first so many were, ever.
    bool closed = false;
  };
  struct Zone {
    base::NodeId node;
    std::vector<Range> ranges;
    std::uint64_t too_many = 0;  ///< Handed out when it was full.
    std::vector<base::Frame> free = {};

    std::uint64_t handed_out() const;
    /// Null: none holds it.
    const Range* range_of(base::Frame frame) const;
    /// The first one that has frames that were never handed out; null: none has.
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
  /// Where in the list the frame is that was given back last and may be handed out.
  static std::optional<std::size_t> latest_free(const Zone& zone);
  base::Frame take_of(Zone& zone);

  HdmDecoder decoder_;
  std::shared_ptr<HostMap> hosts_;
  int nodes_;
  std::vector<Zone> zones_;                     ///< Zone z is node nodes_ + z.
  std::vector<std::uint64_t> next_;             ///< By node.
  std::vector<std::vector<base::Frame>> free_;  ///< By node: given back, the latest last.
  std::vector<std::uint64_t> limits_;           ///< By node; empty: none.
};

}  // namespace starnuma::paging
