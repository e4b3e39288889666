// SPDX-License-Identifier: Apache-2.0
#include "models/paging/fine_map.h"

#include <algorithm>
#include <set>

#include "models/base/check.h"

namespace starnuma::paging {

FineMap::FineMap(std::uint64_t frames, int buffered) : limit_(frames), buffer_(1, buffered) {
  for (std::uint64_t frame = frames; frame > 0; --frame) free_.push_back(frame - 1);
}

FineMap::Found FineMap::look_up(PoolPage page, std::uint32_t version) {
  if (const Buffered* entry = buffer_.find(page.packed())) {
    if (entry->version == version) return found(*entry, true);
  }
  const auto region = regions_.find(page.region);
  if (region == regions_.end() || region->second.version != version) return {};
  const Place& place = region->second.pages.at(page.page);
  SN_CHECK(place.here || place.next.version != 0, "fine map: page ", page.page, " of region ",
           page.region, " was asked for before it came");
  const Buffered entry{page.packed(), place.frame, version, place.next};
  buffer_.fill(entry);
  return found(entry, false);
}

FineMap::Found FineMap::found(const Buffered& entry, bool in_buffer) {
  if (entry.next.version == 0) return {Kind::kHere, entry.frame, {}, in_buffer};
  return {Kind::kMoved, 0, entry.next, in_buffer};
}

void FineMap::limit(std::uint64_t frames) {
  free_.erase(std::remove_if(free_.begin(), free_.end(),
                             [&](std::uint64_t frame) { return frame >= frames; }),
              free_.end());
  std::set<std::uint64_t> in_use;  // some may still be beyond the limit so far
  for (const PoolPage page : beyond()) in_use.insert(frame_of(page));
  for (std::uint64_t frame = frames; frame > limit_; --frame) {
    if (in_use.count(frame - 1) == 0) free_.push_back(frame - 1);
  }
  limit_ = frames;
}

std::vector<PoolPage> FineMap::beyond() const {
  std::vector<PoolPage> pages;
  for (const auto& [number, region] : regions_) {
    for (std::uint32_t page = 0; page < region.pages.size(); ++page) {
      const Place& place = region.pages[page];
      if (place.next.version == 0 && place.frame >= limit_) pages.push_back({number, page});
    }
  }
  return pages;
}

std::uint64_t FineMap::take() {
  SN_CHECK(!free_.empty(), "fine map: no frame is free");
  const std::uint64_t frame = free_.back();
  free_.pop_back();
  return frame;
}

void FineMap::expect(std::uint32_t region, std::uint32_t version, std::uint32_t pages) {
  SN_CHECK(regions_.count(region) == 0, "fine map: region ", region, " is here already");
  Region& expected = regions_[region];
  expected.version = version;
  expected.pages.resize(pages);
  for (Place& place : expected.pages) place.frame = take();
}

std::uint64_t FineMap::land(PoolPage page) {
  at(page).here = true;
  return at(page).frame;
}

std::uint64_t FineMap::leave(PoolPage page, RegionPlace next) {
  Place& place = at(page);
  SN_CHECK(place.here, "fine map: page ", page.page, " of region ", page.region, " is not here");
  place.here = false;
  place.next = next;
  give_back(place.frame);
  buffer_.take(page.packed());
  return place.frame;
}

void FineMap::erase(std::uint32_t region) {
  const auto pages = static_cast<std::uint32_t>(regions_.at(region).pages.size());
  for (std::uint32_t page = 0; page < pages; ++page) buffer_.take(PoolPage{region, page}.packed());
  regions_.erase(region);
}

std::optional<FineMap::Frames> FineMap::move(PoolPage page) {
  if (free_.empty()) return std::nullopt;
  Place& place = at(page);
  SN_CHECK(place.here, "fine map: page ", page.page, " of region ", page.region, " is not here");
  const Frames frames{place.frame, take()};
  place.frame = frames.to;
  give_back(frames.from);
  buffer_.take(page.packed());
  return frames;
}

}  // namespace starnuma::paging
