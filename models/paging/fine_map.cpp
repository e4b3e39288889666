// SPDX-License-Identifier: Apache-2.0
#include "models/paging/fine_map.h"

#include <algorithm>
#include <iterator>

#include "models/base/check.h"

namespace starnuma::paging {

FineMap::FineMap(std::uint64_t frames, int buffered) : limit_(frames), buffer_(1, buffered) {
  free_.free_frame({0, frames});
}

std::uint64_t FineMap::Region::frame_of(std::uint32_t page) const {
  SN_CHECK(page < pages, "fine map: page ", page, " of a region of ", pages);
  if (!own.empty()) {
    const auto moved = own.find(page);
    if (moved != own.end()) return moved->second;
  }
  const auto behind =
      std::upper_bound(runs.begin(), runs.end(), page,
                       [](std::uint32_t wanted, const Run& run) { return wanted < run.first; });
  const Run& run = *std::prev(behind);
  return run.frames.first + (page - run.first);
}

FineMap::Found FineMap::lookup(PoolPage page, std::uint32_t version) {
  if (const Buffered* entry = buffer_.find(page.packed())) {
    if (entry->version == version) return found(*entry, true);
  }
  const auto region = regions_.find(page.region);
  if (region == regions_.end() || region->second.version != version) return {};
  const Region& hosted = region->second;
  SN_CHECK(page.page < hosted.landed, "fine map: page ", page.page, " of region ", page.region,
           " was asked for before it came");
  const bool here = hosted.here(page.page);
  const Buffered entry{page.packed(), hosted.frame_of(page.page), version,
                       here ? RegionLocation{} : hosted.next};
  buffer_.fill(entry);
  return found(entry, false);
}

FineMap::Found FineMap::found(const Buffered& entry, bool in_buffer) {
  if (entry.next.version == 0) return {LookupKind::kHere, entry.frame, {}, in_buffer};
  return {LookupKind::kMoved, 0, entry.next, in_buffer};
}

void FineMap::limit(std::uint64_t frames) {
  free_.limit(frames);
  std::vector<std::uint64_t> in_use;  // some may still be beyond the current limit
  for (const PoolPage page : beyond()) in_use.push_back(frame_of(page));
  std::sort(in_use.begin(), in_use.end());
  for (std::uint64_t end = frames; end > limit_;) {
    while (!in_use.empty() && in_use.back() >= end) in_use.pop_back();
    const std::uint64_t first = in_use.empty() ? limit_ : in_use.back() + 1;
    free_.free_frame({first, end - first});
    end = in_use.empty() ? limit_ : in_use.back();
  }
  limit_ = frames;
}

std::vector<PoolPage> FineMap::beyond() const {
  std::vector<PoolPage> pages;
  for (const auto& [number, region] : regions_) {
    std::vector<std::uint32_t> found;
    for (const Run& run : region.runs) {
      const std::uint64_t first = std::max(run.frames.first, limit_);
      for (std::uint64_t frame = first; frame < run.frames.end(); ++frame) {
        const auto page = static_cast<std::uint32_t>(run.first + (frame - run.frames.first));
        if (page >= region.left && region.own.count(page) == 0) found.push_back(page);
      }
    }
    for (const auto& [page, frame] : region.own) {
      if (page >= region.left && frame >= limit_) found.push_back(page);
    }
    std::sort(found.begin(), found.end());
    for (const std::uint32_t page : found) pages.push_back({number, page});
  }
  return pages;
}

void FineMap::expect(std::uint32_t region, std::uint32_t version, std::uint32_t pages) {
  SN_CHECK(regions_.count(region) == 0, "fine map: region ", region, " is here already");
  Region& expected = regions_[region];
  expected.version = version;
  while (expected.pages < pages) {
    const FrameRange frames = free_.take(pages - expected.pages);
    expected.runs.push_back({expected.pages, frames});
    expected.pages += static_cast<std::uint32_t>(frames.frames);
  }
}

std::uint64_t FineMap::land(PoolPage page) {
  Region& region = regions_.at(page.region);
  SN_CHECK(page.page == region.landed, "fine map: page ", page.page, " of region ", page.region,
           " lands before page ", region.landed);
  ++region.landed;
  return region.frame_of(page.page);
}

void FineMap::land_all(std::uint32_t region) {
  Region& landed = regions_.at(region);
  landed.landed = landed.pages;
}

FineMap::Region& FineMap::hosting(PoolPage page) {
  Region& region = regions_.at(page.region);
  SN_CHECK(region.here(page.page), "fine map: page ", page.page, " of region ", page.region,
           " is not here");
  return region;
}

std::uint64_t FineMap::leave(PoolPage page, RegionLocation next) {
  Region& region = hosting(page);
  SN_CHECK(page.page == region.left, "fine map: page ", page.page, " of region ", page.region,
           " leaves before page ", region.left);
  const std::uint64_t frame = region.frame_of(page.page);
  ++region.left;
  region.next = next;
  free_frame(frame);
  buffer_.take(page.packed());
  return frame;
}

void FineMap::erase(std::uint32_t region) {
  const std::uint32_t pages = regions_.at(region).pages;
  for (std::uint32_t page = 0; page < pages; ++page) buffer_.take(PoolPage{region, page}.packed());
  regions_.erase(region);
}

std::optional<FineMap::Frames> FineMap::move(PoolPage page) {
  if (free_.count() == 0) return std::nullopt;
  Region& region = hosting(page);
  const Frames frames{region.frame_of(page.page), free_.take(1).first};
  region.own[page.page] = frames.to;
  free_frame(frames.from);
  buffer_.take(page.packed());
  return frames;
}

}  // namespace starnuma::paging
