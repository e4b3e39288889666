// SPDX-License-Identifier: Apache-2.0
#include "models/os/host_capacity.h"

#include <set>
#include <utility>

#include "models/base/check.h"
#include "models/kernel/now.h"
#include "models/paging/evictions.h"

namespace starnuma::os {
namespace {

paging::FrameRange range_of(const paging::Extent& extent) { return {extent.first, extent.frames}; }

}  // namespace

bool clear_frames(OsCore& os, const std::vector<paging::PageMap*>& maps,
                  const paging::Extent& frames, const std::vector<base::NodeId>& nodes,
                  std::uint64_t& moved) {
  while (true) {
    const auto moves = paging::evictions(maps, frames.node, range_of(frames), nodes);
    if (!moves) return false;
    if (moves->empty()) return true;
    for (const paging::Eviction& move : *moves)
      moved += os.mover().move_away(frames, move.page, move.to);
  }
}

HostCapacity::HostCapacity(OsCore& os, paging::DynamicCapacity& capacity, HostCapacityParts place)
    : os_(os), capacity_(capacity), place_(std::move(place)) {}

void HostCapacity::end(Outcome& outcome, Outcome::End how) {
  outcome.end = how;
  outcome.time = kernel::now();
}

void HostCapacity::add(const paging::Extent& offered, Outcome& outcome) {
  outcome.extent = offered;
  os_.carry_out([this, &outcome] {
    SN_CHECK(capacity_.accept(outcome.extent.tag), os_.name(), ": offer ", outcome.extent.tag,
             " does not stand any more");
    end(outcome, Outcome::End::kDone);
  });
}

void HostCapacity::release(const paging::Extent& wanted, Outcome& outcome) {
  os_.carry_out([this, wanted, &outcome] {
    const auto extent = find(wanted);
    if (!extent) return end(outcome, Outcome::End::kRefused);
    release_now(*extent, outcome);
  });
}

void HostCapacity::force(const paging::Extent& wanted, Outcome& outcome) {
  os_.carry_out([this, wanted, &outcome] {
    const auto extent = find(wanted);
    if (!extent) return end(outcome, Outcome::End::kRefused);
    force_now(*extent, outcome);
  });
}

std::optional<paging::Extent> HostCapacity::find(const paging::Extent& wanted) const {
  const paging::Extent* found = wanted.tag != 0
                                    ? capacity_.tagged(place_.host, wanted.tag)
                                    : capacity_.extent_of(place_.host, wanted.node, wanted.first);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

std::vector<base::PageId> HostCapacity::pages_in(const paging::Extent& extent) const {
  std::vector<base::PageId> pages;
  for (const paging::PageMap* map : place_.maps) {
    for (const std::uint64_t page : map->pages_in(extent.node, range_of(extent))) {
      pages.emplace_back(map->space(), page);
    }
  }
  return pages;
}

/// Returns the free frames for pages of any program on the nodes that the extent's pages may move
/// to.
std::uint64_t HostCapacity::room() const {
  std::set<base::NodeId> counted;
  std::uint64_t room = 0;
  for (const paging::PageMap* map : place_.maps) {
    for (const base::NodeId node : place_.nodes) {
      if (counted.insert(map->zone_of(node)).second) room += map->free_on(node);
    }
  }
  return room;
}

void HostCapacity::release_now(const paging::Extent& extent, Outcome& outcome) {
  outcome.extent = extent;
  const bool begun = capacity_.begin_release(place_.host, extent.node, extent.first);
  SN_CHECK(begun, os_.name(), ": extent ", extent.first, " is released already");
  os_.faults().wait_for_faults();
  if (!clear_frames(os_, place_.maps, extent, place_.nodes, outcome.moved)) {
    outcome.in_use = pages_in(extent).size();
    outcome.room = room();
    capacity_.cancel_release(place_.host, extent.node, extent.first);
    return end(outcome, Outcome::End::kRefused);
  }
  const bool ended = capacity_.end_release(place_.host, extent.node, extent.first);
  SN_CHECK(ended, os_.name(), ": frames of extent ", extent.first,
           " are not pages of its programs");
  end(outcome, Outcome::End::kDone);
}

void HostCapacity::force_now(const paging::Extent& extent, Outcome& outcome) {
  outcome.extent = extent;
  // closes the extent for new pages
  capacity_.begin_release(place_.host, extent.node, extent.first);
  os_.faults().wait_for_faults();
  const std::vector<base::PageId> pages = pages_in(extent);
  outcome.lost = pages.size();
  os_.unmapper().lose(pages);
  capacity_.force(extent.node, extent.first);
  end(outcome, Outcome::End::kDone);
}

}  // namespace starnuma::os
