// SPDX-License-Identifier: Apache-2.0
#include "models/paging/frame_pool.h"

#include <algorithm>

namespace starnuma::paging {

FramePool::FramePool(int nodes, HdmDecoder decoder, std::shared_ptr<HostMap> hosts)
    : decoder_(decoder),
      hosts_(std::move(hosts)),
      nodes_(nodes),
      next_(static_cast<std::size_t>(nodes), 0),
      free_(static_cast<std::size_t>(nodes)) {}

base::NodeId FramePool::add_zone(base::NodeId node, std::vector<FrameRange> ranges) {
  zones_.push_back({node, std::move(ranges)});
  next_.push_back(0);
  free_.emplace_back();
  return static_cast<base::NodeId>(next_.size() - 1);
}

base::Frame FramePool::take(base::NodeId node) {
  const base::Frame frame = next(node);
  const auto n = index(is_zone(node) ? node : frame.first_line.node());
  if (free_[n].empty()) {
    ++next_[n];
  } else {
    free_[n].pop_back();
  }
  return frame;
}

void FramePool::give_back(base::Frame frame) { free_[owner_of(frame)].push_back(frame); }

std::size_t FramePool::owner_of(base::Frame frame) const {
  const base::NodeId node = frame.first_line.node();
  const std::uint64_t number = frame.first_line.in_node() / base::kLinesPerPage;
  for (std::size_t z = 0; z < zones_.size(); ++z) {
    if (zones_[z].node != node) continue;
    for (const FrameRange& range : zones_[z].ranges) {
      const bool inside = range.first <= number && number - range.first < range.frames;
      if (inside) return static_cast<std::size_t>(nodes_) + z;
    }
  }
  return index(node);
}

std::uint64_t FramePool::frames_on(base::NodeId node) const {
  std::uint64_t frames = next_[index(node)];
  for (std::size_t z = 0; z < zones_.size(); ++z) {
    if (zones_[z].node == node) frames += next_[static_cast<std::size_t>(nodes_) + z];
  }
  return frames;
}

std::uint64_t FramePool::used_on(base::NodeId node) const {
  std::uint64_t given_back = free_[index(node)].size();
  for (std::size_t z = 0; z < zones_.size(); ++z) {
    if (zones_[z].node == node) given_back += free_[static_cast<std::size_t>(nodes_) + z].size();
  }
  return frames_on(node) - given_back;
}

std::uint64_t FramePool::size_of_zone(base::NodeId id) const {
  std::uint64_t frames = 0;
  for (const FrameRange& range : zone(id).ranges) frames += range.frames;
  return frames;
}

std::uint64_t FramePool::room_on(base::NodeId node) const {
  const std::uint64_t used = used_on(node);
  std::uint64_t limit = is_zone(node) ? size_of_zone(node) : limits_[index(node)];
  if (is_zone(node) && index(node) < limits_.size()) limit = std::min(limit, limits_[index(node)]);
  return used < limit ? limit - used : 0;
}

base::Frame FramePool::next(base::NodeId node) const {
  node = decoder_.range_of(node);
  const auto n = index(node);
  if (!free_[n].empty()) return free_[n].back();
  return frame(node, next_[n]);
}

/// Those of a full zone are behind its last range: nobody may use them.
base::Frame FramePool::frame(base::NodeId node, std::uint64_t count) const {
  if (!is_zone(node)) return {base::LineAddress::of(node, count * base::kLinesPerPage)};
  std::uint64_t number = count;
  for (const FrameRange& range : zone(node).ranges) {
    number = range.first + count;
    if (count < range.frames) break;
    count -= range.frames;
  }
  return {base::LineAddress::of(zone(node).node, number * base::kLinesPerPage)};
}

}  // namespace starnuma::paging
