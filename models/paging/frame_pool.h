// SPDX-License-Identifier: Apache-2.0
// The frames of a machine's memory: which are taken, node by node.
//
// Contract: page maps that lie in one memory take from one pool. A node hands out the frame given
// back last, or else its next one, in the order of the calls. Devices of an interleave set share
// the frames of the first one's node. Limits count frames in use. Pure function: no SystemC.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.h"
#include "models/paging/hdm_decoder_function.h"

namespace starnuma::paging {

class FramePool {
 public:
  explicit FramePool(int nodes, HdmDecoder decoder = {});

  int nodes() const { return static_cast<int>(next_.size()); }
  const HdmDecoder& decoder() const { return decoder_; }
  /// Whatever the limit is.
  base::Frame take(base::NodeId node);
  void give_back(base::Frame frame);
  /// Frames that were ever handed out on a node.
  std::uint64_t frames_on(base::NodeId node) const { return next_[index(node)]; }
  /// Frames of a node that are in use.
  std::uint64_t used_on(base::NodeId node) const {
    return next_[index(node)] - free_[index(node)].size();
  }

  /// From now on node n should not have more than `frame_limits[n]` frames in use.
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
  static std::size_t index(base::NodeId node) { return static_cast<std::size_t>(node); }

  HdmDecoder decoder_;
  std::vector<std::uint64_t> next_;
  std::vector<std::vector<base::Frame>> free_;  ///< By node: given back, the latest last.
  std::vector<std::uint64_t> limits_;           ///< By node; empty: none.
};

}  // namespace starnuma::paging
