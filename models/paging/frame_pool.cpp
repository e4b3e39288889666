// SPDX-License-Identifier: Apache-2.0
#include "models/paging/frame_pool.h"

namespace starnuma::paging {

FramePool::FramePool(int nodes, HdmDecoder decoder)
    : decoder_(decoder),
      next_(static_cast<std::size_t>(nodes), 0),
      free_(static_cast<std::size_t>(nodes)) {}

base::Frame FramePool::take(base::NodeId node) {
  const base::Frame frame = next(node);
  const auto n = index(frame.first_line.node());
  if (free_[n].empty()) {
    ++next_[n];
  } else {
    free_[n].pop_back();
  }
  return frame;
}

void FramePool::give_back(base::Frame frame) {
  free_[index(frame.first_line.node())].push_back(frame);
}

std::uint64_t FramePool::room_on(base::NodeId node) const {
  const std::uint64_t used = used_on(node);
  return used < limits_[index(node)] ? limits_[index(node)] - used : 0;
}

base::Frame FramePool::next(base::NodeId node) const {
  node = decoder_.range_of(node);
  const auto n = index(node);
  if (!free_[n].empty()) return free_[n].back();
  return {base::LineAddress::of(node, next_[n] * base::kLinesPerPage)};
}

}  // namespace starnuma::paging
