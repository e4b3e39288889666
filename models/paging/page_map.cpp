// SPDX-License-Identifier: Apache-2.0
#include "models/paging/page_map.h"

#include <algorithm>
#include <utility>

#include "models/base/check.h"

namespace starnuma::paging {

SpaceLocation SpaceLocation::of_sockets(int sockets) {
  SpaceLocation place;
  place.table_sockets.resize(1);
  for (int s = 0; s < sockets; ++s) {
    place.table_sockets.front().push_back(static_cast<base::NodeId>(s));
  }
  return place;
}

PageMap::PageMap(const std::vector<base::NodeId>& home_of_page, int nodes, int sockets,
                 HdmDecoder decoder, base::SpaceId space)
    : PageMap(home_of_page, std::make_shared<FramePool>(nodes, decoder),
              SpaceLocation::of_sockets(sockets), space) {}

PageMap::PageMap(const std::vector<base::NodeId>& home_of_page, std::shared_ptr<FramePool> memory,
                 SpaceLocation place, base::SpaceId space, Frames frames)
    : memory_(std::move(memory)),
      place_(std::move(place)),
      space_(space),
      pages_on_(static_cast<std::size_t>(memory_->nodes()), 0) {
  frames_.reserve(home_of_page.size());
  if (frames == Frames::kOnDemand) absent_.assign(home_of_page.size(), kWithoutFrame);
  for (base::NodeId node : home_of_page) {
    if (frames == Frames::kOnDemand) {
      frames_.push_back({base::LineAddress::of(node, 0)});
      continue;
    }
    frames_.push_back(memory_->take(zone_of(node)));
    ++count_of(frames_.back());
  }
  const auto take = [&](base::NodeId node) {
    return memory_->take(place_.tables_in_zones ? zone_of(node) : node);
  };
  for (const auto& sockets : place_.table_sockets) {
    tables_.emplace_back(home_of_page, sockets, place_.table_entries, take);
  }
}

void PageMap::make_movable(std::vector<std::uint64_t> frame_limits) {
  memory_->limit(std::move(frame_limits));
  make_movable();
}

void PageMap::make_movable() {
  movable_ = true;
  settled_.assign(frames_.size(), base::Time(0));
}

std::vector<base::NodeId> PageMap::homes() const {
  std::vector<base::NodeId> homes;
  homes.reserve(frames_.size());
  for (const base::Frame& frame : frames_) homes.push_back(frame.first_line.node());
  return homes;
}

base::Frame PageMap::next_frame(base::NodeId node) const {
  const base::Frame frame = memory_->next(zone_of(node));
  SN_CHECK(free_on(frame.first_line.node()) > 0, "page map: node ", base::index_of(node),
           " is full");
  return frame;
}

void PageMap::move(std::uint64_t page, base::Frame frame, base::Time settled) {
  SN_CHECK(!read_only(page), "page map: page ", page, " moves and has copies");
  free_frame(frames_[page]);
  frames_[page] = frame;
  settled_[page] = settled;
}

void PageMap::cache(std::uint64_t page, base::Frame frame, base::Time settled) {
  SN_CHECK(!read_only(page), "page map: page ", page, " is cached and has copies");
  const bool fresh = kept_.emplace(page, frames_[page]).second;
  SN_CHECK(fresh, "page map: page ", page, " is cached already");
  frames_[page] = frame;
  settled_[page] = settled;
}

void PageMap::uncache(std::uint64_t page, base::Time settled) {
  const auto kept = kept_.find(page);
  SN_CHECK(kept != kept_.end(), "page map: page ", page, " is not cached");
  free_frame(frames_[page]);
  frames_[page] = kept->second;
  kept_.erase(kept);
  settled_[page] = settled;
  unmap(page);
}

base::Frame PageMap::allocate_frame(base::NodeId node) {
  const base::Frame frame = next_frame(node);
  memory_->take(zone_of(node));
  ++count_of(frame);
  return frame;
}

void PageMap::unmap(std::uint64_t page) {
  SN_CHECK(movable() && !read_only(page), "page map: page ", page, " cannot be unmapped");
  absent_.resize(frames_.size(), 0);
  absent_[page] = kUnmapped;
}

void PageMap::map(std::uint64_t page, base::Time settled) {
  absent_[page] = 0;
  settled_[page] = held(page) ? settled : std::max(settled_[page], settled);
}

base::Frame PageMap::allocate(std::uint64_t page, base::NodeId node) {
  SN_CHECK(!allocated(page), "page map: page ", page, " has a frame");
  frames_[page] = allocate_frame(node);
  absent_[page] = kUnmapped;
  return frames_[page];
}

void PageMap::lose(std::uint64_t page) {
  SN_CHECK(movable() && !read_only(page) && allocated(page), "page map: page ", page,
           " cannot be lost");
  absent_.resize(frames_.size(), 0);
  absent_[page] = kLost;
  --count_of(frames_[page]);
}

std::vector<std::uint64_t> PageMap::pages_in(base::NodeId node, FrameRange range) const {
  std::vector<std::uint64_t> pages;
  for (std::uint64_t page = 0; page < frames_.size(); ++page) {
    const base::LineAddress line = frames_[page].first_line;
    const bool inside = line.node() == node && range.holds(line.in_node() / base::kLinesPerPage);
    if (inside && allocated(page)) pages.push_back(page);
  }
  return pages;
}

void PageMap::protect(std::uint64_t page, base::Time settled) {
  read_only_.resize(frames_.size(), 0);
  read_only_[page] = 1;
  settled_[page] = settled;
}

void PageMap::add_copy(std::uint64_t page, int socket, base::Frame frame) {
  SN_CHECK(read_only(page), "page map: page ", page, " gets a copy and can be written");
  const bool fresh = copies_[page].emplace(socket, frame).second;
  SN_CHECK(fresh, "page map: page ", page, " has a copy on socket ", socket);
  ++copies_in_use_;
}

std::uint64_t PageMap::collapse(std::uint64_t page, base::Time settled) {
  std::uint64_t freed = 0;
  const auto copies = copies_.find(page);
  if (copies != copies_.end()) {
    for (const auto& [socket, frame] : copies->second) free_frame(frame);
    freed = copies->second.size();
    copies_.erase(copies);
  }
  copies_in_use_ -= freed;
  read_only_[page] = 0;
  settled_[page] = settled;
  return freed;
}

base::Frame PageMap::copy_for(std::uint64_t page, int socket) const {
  const auto copies = copies_.find(page);
  if (copies == copies_.end()) return frames_[page];
  const auto copy = copies->second.find(socket);
  return copy != copies->second.end() ? copy->second : frames_[page];
}

std::uint32_t PageMap::copies_of(std::uint64_t page) const {
  std::uint32_t sockets = 0;
  const auto copies = copies_.find(page);
  if (copies == copies_.end()) return sockets;
  for (const auto& [socket, frame] : copies->second) sockets |= std::uint32_t{1} << socket;
  return sockets;
}

}  // namespace starnuma::paging
