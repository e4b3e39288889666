// SPDX-License-Identifier: Apache-2.0
// The frames of a machine's memory: which are taken, node by node.
//
// Contract: page maps that lie in one memory take from one pool. A node hands out the frame given
// back last, or else its next one, in the order of the calls. Devices of an interleave set share
// the frames of the first one's node. Limits count frames in use. Of a node some frames may be set
// apart as a zone, which is taken from by a number of its own, like a node behind the last one; it
// has the room of its ranges. Pure function: no SystemC.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "models/base/ids.h"
#include "models/paging/hdm_decoder_function.h"
#include "models/paging/host_map.h"

namespace starnuma::paging {

/// Consecutive frames of a node.
struct FrameRange {
  std::uint64_t first = 0;
  std::uint64_t frames = 0;
};

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
  std::uint64_t size_of_zone(base::NodeId id) const;

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
  struct Zone {
    base::NodeId node;
    std::vector<FrameRange> ranges;
  };

  static std::size_t index(base::NodeId node) { return static_cast<std::size_t>(node); }
  bool is_zone(base::NodeId node) const { return base::index_of(node) >= nodes_; }
  const Zone& zone(base::NodeId id) const {
    return zones_[index(id) - static_cast<std::size_t>(nodes_)];
  }
  /// The frame that is handed out as number `count`.
  base::Frame frame(base::NodeId node, std::uint64_t count) const;
  /// The node or zone that a frame goes back to.
  std::size_t owner_of(base::Frame frame) const;

  HdmDecoder decoder_;
  std::shared_ptr<HostMap> hosts_;
  int nodes_;
  std::vector<Zone> zones_;                     ///< Zone z is node nodes_ + z.
  std::vector<std::uint64_t> next_;             ///< By node, then by zone.
  std::vector<std::vector<base::Frame>> free_;  ///< Alike: given back, the latest last.
  std::vector<std::uint64_t> limits_;           ///< By node; empty: none.
};

}  // namespace starnuma::paging
