// SPDX-License-Identifier: Apache-2.0
// Page faults, write faults and unmapping.
#include <algorithm>
#include <iterator>
#include <string>

#include "models/base/check.h"
#include "models/kernel/now.h"
#include "models/os/os_core.h"
#include "models/protocol/access_error.h"

namespace starnuma::os {

using placement::Cost;

void OsCore::unmap(base::SpaceId space, const std::vector<std::uint64_t>& pages) {
  constexpr std::size_t kStep = 64;
  for (std::size_t first = 0; first < pages.size(); first += kStep) {
    const std::size_t end = std::min(first + kStep, pages.size());
    jobs_.push_back({&at(space),
                     {},
                     {pages.begin() + static_cast<std::ptrdiff_t>(first),
                      pages.begin() + static_cast<std::ptrdiff_t>(end)}});
  }
  wake();
}

bool OsCore::unmapping(base::SpaceId space) const {
  const Space* own = &at(space);
  return std::any_of(jobs_.begin(), jobs_.end(),
                     [&](const Job& job) { return job.space == own && !job.unmap.empty(); });
}

bool OsCore::may_unmap(const paging::PageMap& map, std::uint64_t page) const {
  return map.present(page) && !map.read_only(page) && !map.held(page);
}

/// Unmaps the pages of a job, `lines_in_flight` entries at a time.
void OsCore::unmap_pages(const Job& job) {
  Space& space = *job.space;
  std::vector<std::uint64_t> pages;
  std::copy_if(job.unmap.begin(), job.unmap.end(), std::back_inserter(pages),
               [&](std::uint64_t page) { return may_unmap(*space.map, page); });
  execution_.sleep_until(
      in_flight(pages.size(), kernel::now(), [&](std::uint64_t i, base::Time start) {
        const base::Time time = write_entry(space, pages[i], start);
        if (!may_unmap(*space.map, pages[i])) return time;  // state has changed meanwhile
        space.map->unmap(pages[i]);
        ++space.counts.unmapped;
        return shoot_down(space, pages[i], time);
      }));
}

/// Marks the start of a fault. The page is held until it is mapped.
std::uint64_t OsCore::begin_fault(Space& space, std::uint64_t page) {
  hold(space, page);
  pending_faults_.insert(++faults_begun_);
  return faults_begun_;
}

void OsCore::end_fault(std::uint64_t number) {
  pending_faults_.erase(number);
  let_go();
}

/// Stalls a core during its fault.
void OsCore::keep_busy(const PlacedCore& placed, base::Time from, base::Time until) {
  execution_.overlaps() ? placed.core->stall_until(until) : placed.core->interrupt(until - from);
}

base::Time OsCore::page_fault(base::PageId id, base::CoreId core, bool write, base::Time time) {
  Space& space = at(id.space());
  const PlacedCore& placed = shootdowns_.cores()[static_cast<std::size_t>(core)];
  const auto toucher = static_cast<base::NodeId>(placed.socket);
  if (space.map->lost(id.number())) {
    throw protocol::AccessError("no memory answers page " + std::to_string(id.number()) +
                                ": it lay in an extent that its device has taken by force, at " +
                                std::to_string(time.ps()) + " ps");
  }
  const bool first = !space.map->allocated(id.number());
  if (first) {
    SN_CHECK(space.allocator, name(), ": no allocator for page ", id);
    space.map->allocate(id.number(), space.allocator(id.number(), toucher));
    ++space.counts.first_touches;
  }
  const std::uint64_t number = begin_fault(space, id.number());
  base::Time done = time + page_fault_time_;
  if (first) done = zero(space, space.map->frame_of(id.number()), placed.socket, done);
  placement::PageFault fault{id.number(), time};
  fault.kind = first ? placement::PageFaultKind::kFirstTouch : placement::PageFaultKind::kUnmapped;
  fault.node = toucher;
  fault.core = core;
  fault.write = write;
  const FaultAnswer answer = notify_policy(space, fault);
  if (answer.evict) done = evict(space, *answer.evict, placed.socket, done);
  if (answer.to) done = move_in_fault(space, {id.number(), *answer.to}, placed.socket, done);
  done = execution_.wait_until(write_entry(space, id.number(), done, first ? placed.socket : 0));
  space.map->map(id.number(), done);
  end_fault(number);
  ++space.counts.page_faults;
  space.counts.page_fault_time += done - time;
  keep_busy(placed, time, done);
  return done;
}

/// Moves a page within its fault. The page is unmapped and has no translations.
base::Time OsCore::move_in_fault(Space& space, const placement::Move& move, int socket,
                                 base::Time start) {
  ++space.made;
  paging::PageMap& map = *space.map;
  if (!may_still_move(map, move)) return start;
  const base::Frame to = map.allocate_frame(move.to);
  wait_until_unused(space, move.page);  // accesses from before the unmapping
  const base::Time time =
      copy(space, map.frame_of(move.page), to, execution_.wait_until(start), socket);
  if (space.caches) {
    map.cache(move.page, to, time);
    space.written[move.page] = 0;
    ++space.counts.cached;
  } else {
    map.move(move.page, to, time);
  }
  hold(space, move.page);  // until the page is mapped
  ++space.counts.pages;
  space.counts.unavailable += time - start;
  return time;
}

OsCore::FaultAnswer OsCore::notify_policy(Space& space, placement::PageFault& fault) {
  fault.home = space.map->home_of(fault.page);
  if (fault.kind == placement::PageFaultKind::kUnmapped)
    ++faults_on_[static_cast<std::size_t>(fault.home)];
  if (!space.on_fault) return {};
  const auto task = std::find(space.tasks.begin(), space.tasks.end(), fault.core);
  if (task != space.tasks.end()) fault.task = static_cast<int>(task - space.tasks.begin());
  std::vector<std::uint64_t> room;
  std::vector<std::uint64_t> used;
  for (std::size_t n = 0; n < faults_on_.size(); ++n) {
    room.push_back(space.map->free_on(static_cast<base::NodeId>(n)));
    used.push_back(space.map->memory().used_on(static_cast<base::NodeId>(n)));
  }
  fault.room = &room;
  fault.used = &used;
  return space.on_fault(fault);
}

base::Time OsCore::zero(Space& space, base::Frame frame, int socket, base::Time start) {
  space.counts.zeroed_lines += base::kLinesPerPage;
  return each_line(space, frame, protocol::AccessKind::kMoveWrite, start, socket);
}

base::Time OsCore::each_line(const Space& space, base::Frame frame, protocol::AccessKind kind,
                             base::Time start, int socket) {
  return in_flight(base::kLinesPerPage, start, [&](std::uint64_t line, base::Time time) {
    return access(space.map->line_at(frame, line * base::kLineBytes), kind, time, socket);
  });
}

base::Time OsCore::write_fault(base::PageId id, base::Time time) {
  Space& space = at(id.space());
  const std::uint64_t page = id.number();
  if (wait_while_held(space, page) && !space.map->read_only(page)) return kernel::now();
  base::Time done = adopt(space, page, time + fault_time_);
  done = execution_.wait_until(write_entry(space, page, done));
  space.counts.copies_freed += static_cast<std::int64_t>(
      space.map->collapse(page, config_.costs.stall == Cost::kFree ? time : done));
  let_go();
  ++space.counts.write_faults;
  space.counts.fault_time += done - time;
  if (space.on_fault) space.on_fault({page, time});
  return done;
}

}  // namespace starnuma::os
