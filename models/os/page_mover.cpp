// SPDX-License-Identifier: Apache-2.0
#include "models/os/page_mover.h"

#include "models/kernel/now.h"

namespace starnuma::os {

using placement::Cost;

PageMover::PageMover(const placement::PlacementConfig& config, base::Frequency frequency,
                     const PageParts& parts, DirtyFlags& written)
    : page_time_(config.costs.initiator == Cost::kFree
                     ? base::Time(0)
                     : base::ClockRatio(frequency).time_of(config.page_cycles.value)),
      stall_free_(config.costs.stall == Cost::kFree),
      parts_(parts),
      written_(written) {}

void PageMover::prepare() const { parts_.execution.sleep_until(kernel::now() + page_time_); }

/// Returns true if the move is still possible: the page may have got a copy or moved already, or
/// the node may be full.
bool PageMover::may_move(const paging::PageMap& map, const placement::Move& move) {
  return map.allocated(move.page) && !map.read_only(move.page) &&
         map.home_of(move.page) != move.to && map.free_on(move.to) > 0;
}

void PageMover::move(paging::PageMap& map, const placement::Move& move) {
  if (may_move(map, move)) move_page(map, move.page, move.to);
}

void PageMover::move_page(paging::PageMap& map, std::uint64_t page, base::NodeId node) {
  const base::Time start = kernel::now();
  const base::Frame from = map.frame_of(page);
  const base::Frame to = map.allocate_frame(node);
  base::Time time = parts_.held.isolate(map, page, start);
  time = parts_.port.copy(map, from, to, time);
  time = parts_.execution.wait_until(parts_.port.write_entry(map, page, time));
  map.move(page, to, stall_free_ ? start : time);
  parts_.held.release();
  count_moved(map.space(), time - start);
  parts_.execution.sleep_until(time);
}

bool PageMover::move_away(const paging::Extent& extent, base::PageId id, base::NodeId to) {
  prepare();
  paging::PageMap& map = parts_.maps.at(id.space());
  const std::uint64_t page = id.number();
  parts_.held.wait_while_held(map, page);
  const base::LineAddress line = map.frame_of(page).first_line;
  const bool there =
      line.node() == extent.node &&
      paging::FrameRange{extent.first, extent.frames}.holds(line.in_node() / base::kLinesPerPage);
  if (!there || !map.allocated(page) || map.free_on(to) == 0) return false;
  move_page(map, page, to);
  return true;
}

base::Time PageMover::move_in_fault(paging::PageMap& map, const placement::Move& move, int socket,
                                    base::Time start) {
  const base::SpaceId space = map.space();
  const std::uint64_t page = move.page;
  count_made(space);
  if (!may_move(map, move)) return start;
  const base::Frame to = map.allocate_frame(move.to);
  parts_.held.wait_until_unused({space, page});  // accesses from before the unmapping
  const base::Time time =
      parts_.port.copy(map, map.frame_of(page), to, parts_.execution.wait_until(start), socket);
  if (caches_[space]) {
    map.cache(page, to, time);
    written_[space][page] = 0;
    ++counts_[space].cached;
  } else {
    map.move(page, to, time);
  }
  parts_.held.hold(map, page);  // until the page is mapped
  count_moved(space, time - start);
  return time;
}

/// Cached lines of the page's local frame are invalidated when another page is written there.
base::Time PageMover::evict(paging::PageMap& map, std::uint64_t page, int socket,
                            base::Time start) {
  const base::SpaceId space = map.space();
  count_made(space);
  parts_.held.wait_while_held(map, page);
  base::Time time = parts_.held.isolate(map, page, start, socket);
  if (written_[space][page] != 0) {
    time = parts_.port.copy(map, map.frame_of(page), map.kept_frame(page), time, socket);
    ++counts_[space].written_back;
  }
  map.uncache(page, time);
  parts_.held.release();
  ++counts_[space].evicted;
  return time;
}

void PageMover::count_moved(base::SpaceId space, base::Time span) {
  ++counts_[space].pages;
  counts_[space].unavailable += span;
}

}  // namespace starnuma::os
