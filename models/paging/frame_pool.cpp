// SPDX-License-Identifier: Apache-2.0
#include "models/paging/frame_pool.h"

#include <algorithm>

#include "models/base/check.h"

namespace starnuma::paging {

FramePool::FramePool(int nodes, HdmDecoder decoder, std::shared_ptr<HostMap> hosts)
    : decoder_(decoder),
      hosts_(std::move(hosts)),
      nodes_(nodes),
      next_(static_cast<std::size_t>(nodes), 0),
      free_(static_cast<std::size_t>(nodes)) {}

base::NodeId FramePool::add_zone(base::NodeId node, std::vector<FrameRange> ranges) {
  zones_.push_back({node, {}});
  const auto id = static_cast<base::NodeId>(nodes_ + zones() - 1);
  for (const FrameRange& range : ranges) add_range(id, range);
  return id;
}

base::Frame FramePool::take(base::NodeId node) {
  if (is_zone(node)) return allocate_of(zone(node));
  const base::Frame frame = next(node);
  const auto n = index(frame.first_line.node());
  if (free_[n].empty()) {
    ++next_[n];
  } else {
    free_[n].pop_back();
  }
  return frame;
}

base::Frame FramePool::allocate_of(Zone& zone) {
  const base::Frame frame = next(static_cast<base::NodeId>(nodes_ + (&zone - zones_.data())));
  if (const auto place = latest_free(zone)) {
    zone.free.erase(zone.free.begin() + static_cast<std::ptrdiff_t>(*place));
  } else if (const Range* fresh = zone.fresh()) {
    ++zone.ranges[static_cast<std::size_t>(fresh - zone.ranges.data())].ever_allocated;
  } else {
    ++zone.too_many;
  }
  return frame;
}

void FramePool::free_frame(base::Frame frame) {
  const base::NodeId node = frame.first_line.node();
  for (Zone& zone : zones_) {
    if (zone.node == node && zone.range_of(frame) != nullptr) return zone.free.push_back(frame);
  }
  free_[index(node)].push_back(frame);
}

std::uint64_t FramePool::frames_on(base::NodeId node) const {
  if (is_zone(node)) return zone(node).ever_allocated();
  std::uint64_t frames = next_[index(node)];
  for (const Zone& zone : zones_) frames += zone.node == node ? zone.ever_allocated() : 0;
  return frames;
}

std::uint64_t FramePool::used_on(base::NodeId node) const {
  if (is_zone(node)) return zone(node).ever_allocated() - zone(node).free.size();
  std::uint64_t freed = free_[index(node)].size();
  for (const Zone& zone : zones_) freed += zone.node == node ? zone.free.size() : 0;
  return frames_on(node) - freed;
}

std::uint64_t FramePool::size_of_zone(base::NodeId id) const {
  std::uint64_t frames = 0;
  for (const Range& range : zone(id).ranges) frames += range.frames.frames;
  return frames;
}

std::uint64_t FramePool::free_on(base::NodeId node) const {
  std::uint64_t most = 0;  // number of frames that can be in use at one time
  if (is_zone(node)) {
    const Zone& own = zone(node);
    for (const Range& range : own.ranges) {
      most += range.closed ? own.used_in(range) : range.frames.frames;
    }
    if (index(node) < limits_.size()) most = std::min(most, limits_[index(node)]);
  } else {
    most = limits_[index(node)];
  }
  const std::uint64_t used = used_on(node);
  return used < most ? most - used : 0;
}

/// Frames beyond a full zone follow its last range and are not usable.
base::Frame FramePool::next(base::NodeId node) const {
  node = decoder_.range_of(node);
  if (!is_zone(node)) {
    const std::vector<base::Frame>& free = free_[index(node)];
    return free.empty() ? frame(node, next_[index(node)]) : free.back();
  }
  const Zone& own = zone(node);
  if (const auto place = latest_free(own)) return own.free[*place];
  if (const Range* fresh = own.fresh()) {
    return frame(own.node, fresh->frames.first + fresh->ever_allocated);
  }
  const std::uint64_t end = own.ranges.empty() ? 0 : own.ranges.back().frames.end();
  return frame(own.node, end + own.too_many);
}

std::optional<std::size_t> FramePool::latest_free(const Zone& zone) {
  for (std::size_t i = zone.free.size(); i > 0; --i) {
    if (!zone.range_of(zone.free[i - 1])->closed) return i - 1;
  }
  return std::nullopt;
}

void FramePool::add_range(base::NodeId id, FrameRange range) {
  Zone& own = zone(id);
  SN_CHECK(own.too_many == 0, "frame pool: zone ", base::index_of(id), " has no room to grow");
  for (const Zone& other : zones_) {
    for (const Range& taken : other.ranges) {
      const bool apart = other.node != own.node || taken.frames.end() <= range.first ||
                         range.end() <= taken.frames.first;
      SN_CHECK(apart, "frame pool: range ", range.first, " overlaps range ", taken.frames.first);
    }
  }
  own.ranges.push_back({range});
}

FramePool::Range& FramePool::range(base::NodeId id, std::uint64_t first) {
  std::vector<Range>& ranges = zone(id).ranges;
  const auto found = std::find_if(ranges.begin(), ranges.end(),
                                  [&](const Range& range) { return range.frames.first == first; });
  SN_CHECK(found != ranges.end(), "frame pool: zone ", base::index_of(id), " has no range ", first);
  return *found;
}

std::uint64_t FramePool::used_in(base::NodeId id, std::uint64_t first) const {
  return zone(id).used_in(range(id, first));
}

void FramePool::close_range(base::NodeId id, std::uint64_t first) {
  range(id, first).closed = true;
}

void FramePool::open_range(base::NodeId id, std::uint64_t first) {
  range(id, first).closed = false;
}

bool FramePool::closed(base::Frame frame) const {
  return std::any_of(zones_.begin(), zones_.end(), [&](const Zone& zone) {
    const Range* range = zone.node == frame.first_line.node() ? zone.range_of(frame) : nullptr;
    return range != nullptr && range->closed;
  });
}

bool FramePool::remove_range(base::NodeId id, std::uint64_t first) {
  if (used_in(id, first) > 0) return false;
  drop_range(id, first);
  return true;
}

void FramePool::drop_range(base::NodeId id, std::uint64_t first) {
  Zone& own = zone(id);
  const Range& gone = range(id, first);
  const auto of_it = [&](base::Frame frame) { return gone.frames.holds(number(frame)); };
  own.free.erase(std::remove_if(own.free.begin(), own.free.end(), of_it), own.free.end());
  own.ranges.erase(own.ranges.begin() + (&gone - own.ranges.data()));
}

std::uint64_t FramePool::Zone::ever_allocated() const {
  std::uint64_t frames = too_many;
  for (const Range& range : ranges) frames += range.ever_allocated;
  return frames;
}

const FramePool::Range* FramePool::Zone::range_of(base::Frame frame) const {
  const auto found = std::find_if(ranges.begin(), ranges.end(), [&](const Range& range) {
    return range.frames.holds(number(frame));
  });
  return found == ranges.end() ? nullptr : &*found;
}

const FramePool::Range* FramePool::Zone::fresh() const {
  const auto found = std::find_if(ranges.begin(), ranges.end(), [](const Range& range) {
    return !range.closed && range.ever_allocated < range.frames.frames;
  });
  return found == ranges.end() ? nullptr : &*found;
}

std::uint64_t FramePool::Zone::used_in(const Range& range) const {
  const auto free_there = std::count_if(free.begin(), free.end(), [&](base::Frame frame) {
    return range.frames.holds(number(frame));
  });
  return range.ever_allocated - static_cast<std::uint64_t>(free_there);
}

}  // namespace starnuma::paging
