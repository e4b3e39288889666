// SPDX-License-Identifier: Apache-2.0
#include "models/paging/dynamic_capacity.h"

#include <algorithm>
#include <utility>

namespace starnuma::paging {
namespace {

std::uint32_t bit_of(int host) { return std::uint32_t{1} << host; }

base::Frame first_frame(const Extent& extent) {
  return {base::LineAddress::of(extent.node, extent.first * base::kLinesPerPage)};
}

}  // namespace

DynamicCapacity::DynamicCapacity(FramePool& memory, std::vector<DynamicRegion> regions)
    : memory_(memory), hosts_(*memory.hosts()), regions_(std::move(regions)) {}

const DynamicRegion* DynamicCapacity::region_of(base::NodeId node) const {
  const auto found = std::find_if(regions_.begin(), regions_.end(),
                                  [&](const DynamicRegion& region) { return region.node == node; });
  return found == regions_.end() ? nullptr : &*found;
}

bool DynamicCapacity::tag_in_use(std::uint64_t tag) const {
  const auto has = [&](const Extent& extent) { return extent.tag == tag; };
  return std::any_of(offers_.begin(), offers_.end(), has) ||
         std::any_of(hosts_.extents().begin(), hosts_.extents().end(), has);
}

/// Returns the gaps between extents, rounded to whole blocks.
std::vector<FrameRange> DynamicCapacity::gaps(const DynamicRegion& region) const {
  std::vector<Extent> taken = offers_;
  taken.insert(taken.end(), hosts_.extents().begin(), hosts_.extents().end());
  std::sort(taken.begin(), taken.end(),
            [](const Extent& a, const Extent& b) { return a.first < b.first; });
  std::vector<FrameRange> gaps;
  std::uint64_t first = region.frames.first;
  const auto add_gap = [&](std::uint64_t end) {
    if (end > first) gaps.push_back({first, (end - first) / region.block * region.block});
  };
  for (const Extent& extent : taken) {
    if (extent.node != region.node || extent.end() <= first) continue;
    add_gap(std::min(extent.first, region.frames.end()));
    const std::uint64_t behind = extent.end() - region.frames.first;
    first = region.frames.first + (behind + region.block - 1) / region.block * region.block;
  }
  add_gap(region.frames.end());
  return gaps;
}

std::optional<std::uint64_t> DynamicCapacity::lowest_free(const DynamicRegion& region,
                                                          std::uint64_t frames) const {
  for (const FrameRange& gap : gaps(region)) {
    if (gap.frames >= frames) return gap.first;
  }
  return std::nullopt;
}

std::uint64_t DynamicCapacity::most_free(base::NodeId node) const {
  const DynamicRegion* region = region_of(node);
  std::uint64_t most = 0;
  if (region == nullptr) return most;
  for (const FrameRange& gap : gaps(*region)) most = std::max(most, gap.frames);
  return most;
}

std::optional<Extent> DynamicCapacity::offer(base::NodeId node, std::uint64_t frames, int host,
                                             std::uint64_t tag) {
  const DynamicRegion* region = region_of(node);
  if (region == nullptr || frames == 0 || tag == 0 || tag_in_use(tag)) return std::nullopt;
  const std::uint64_t whole = (frames + region->block - 1) / region->block * region->block;
  const auto first = lowest_free(*region, whole);
  if (!first) return std::nullopt;
  offers_.push_back({node, *first, whole, Sharing::kExclusive, bit_of(host), tag});
  return offers_.back();
}

bool DynamicCapacity::accept(std::uint64_t tag) {
  const auto found = std::find_if(offers_.begin(), offers_.end(),
                                  [&](const Extent& offer) { return offer.tag == tag; });
  if (found == offers_.end()) return false;
  const Extent extent = *found;
  offers_.erase(found);
  hosts_.add(extent);
  memory_.add_range(zone_of(extent), {extent.first, extent.frames});
  return true;
}

base::NodeId DynamicCapacity::zone_of(const Extent& extent) const {
  std::size_t host = 0;
  while (extent.hosts >> host != 1) ++host;
  return region_of(extent.node)->zone_of_host[host];
}

const Extent* DynamicCapacity::extent_of(int host, base::NodeId node, std::uint64_t first) const {
  if (region_of(node) == nullptr) return nullptr;
  const auto& extents = hosts_.extents();
  const auto found = std::find_if(extents.begin(), extents.end(), [&](const Extent& extent) {
    return extent.node == node && extent.first == first && extent.hosts == bit_of(host) &&
           extent.sharing == Sharing::kExclusive;
  });
  return found == extents.end() ? nullptr : &*found;
}

const Extent* DynamicCapacity::tagged(int host, std::uint64_t tag) const {
  const auto& extents = hosts_.extents();
  const auto found = std::find_if(extents.begin(), extents.end(), [&](const Extent& extent) {
    return extent.tag == tag && extent.hosts == bit_of(host);
  });
  return found == extents.end() ? nullptr : &*found;
}

bool DynamicCapacity::releasing(const Extent& extent) const {
  return memory_.closed(first_frame(extent));
}

bool DynamicCapacity::begin_release(int host, base::NodeId node, std::uint64_t first) {
  const Extent* extent = extent_of(host, node, first);
  if (extent == nullptr || releasing(*extent)) return false;
  memory_.close_range(zone_of(*extent), first);
  return true;
}

bool DynamicCapacity::cancel_release(int host, base::NodeId node, std::uint64_t first) {
  const Extent* extent = extent_of(host, node, first);
  if (extent == nullptr || !releasing(*extent)) return false;
  memory_.open_range(zone_of(*extent), first);
  return true;
}

bool DynamicCapacity::end_release(int host, base::NodeId node, std::uint64_t first) {
  const Extent* extent = extent_of(host, node, first);
  if (extent == nullptr || !releasing(*extent)) return false;
  if (!memory_.remove_range(zone_of(*extent), first)) return false;
  return hosts_.release(node, first);
}

std::optional<Extent> DynamicCapacity::force(base::NodeId node, std::uint64_t first) {
  for (int host = 0; host < kMostHosts; ++host) {
    const Extent* found = extent_of(host, node, first);
    if (found == nullptr) continue;
    const Extent extent = *found;
    memory_.drop_range(zone_of(extent), first);
    hosts_.release(node, first);
    return extent;
  }
  return std::nullopt;
}

}  // namespace starnuma::paging
