// SPDX-License-Identifier: Apache-2.0
// Moves and copies of pages, with their accesses.
#include <algorithm>

#include "models/kernel/now.h"
#include "models/os/os_core.h"

namespace starnuma::os {

using placement::Cost;
using protocol::Access;
using protocol::AccessKind;

/// Returns true if the move is still possible: the page may have got a copy or moved already, or
/// the node may be full.
bool OsCore::may_still_move(const paging::PageMap& map, const placement::Move& move) {
  return map.allocated(move.page) && !map.read_only(move.page) &&
         map.home_of(move.page) != move.to && map.free_on(move.to) > 0;
}

void OsCore::move_page(const Job& job) {
  Space& space = *job.space;
  const std::uint64_t page = job.move.page;
  const base::Time start = kernel::now();
  const base::Frame from = space.map->frame_of(page);
  const base::Frame to = space.map->allocate_frame(job.move.to);
  base::Time time = adopt(space, page, start);
  time = copy(space, from, to, time);
  time = execution_.wait_until(write_entry(space, page, time));
  space.map->move(page, to, config_.costs.stall == Cost::kFree ? start : time);
  let_go();
  ++space.counts.pages;
  space.counts.unavailable += time - start;
  execution_.sleep_until(time);
}

/// Holds and unmaps a page for an exclusive operation: no agent uses it from the returned time on.
base::Time OsCore::adopt(const Space& space, std::uint64_t page, base::Time start, int socket) {
  hold(space, page);
  const base::Time written = execution_.wait_until(write_entry(space, page, start, socket));
  const base::Time acknowledged = execution_.wait_until(shoot_down(space, page, written));
  wait_until_unused(space, page);
  return execution_.wait_until(acknowledged);
}

/// Waits for outstanding accesses with a translation of the page.
void OsCore::wait_until_unused(const Space& space, std::uint64_t page) {
  for (const PlacedCore& placed : shootdowns_.cores()) {
    placed.core->wait_until_unused({space.map->space(), page});
  }
}

/// Waits while another operation holds the page; returns true if it waited.
bool OsCore::wait_while_held(const Space& space, std::uint64_t page) {
  return execution_.wait_while(for_pages_, [&] { return space.map->held(page); });
}

/// Wakes accesses and operations that wait for a held page, so that they retry.
void OsCore::let_go() {
  for (const PlacedCore& placed : shootdowns_.cores()) placed.core->resume_with_pages();
  execution_.wake(for_pages_);
}

void OsCore::copy_page(const Job& job) {
  Space& space = *job.space;
  paging::PageMap& map = *space.map;
  const std::uint64_t page = job.move.page;
  const auto socket = static_cast<int>(job.move.to);
  const bool has_one = (map.copies_of(page) >> socket & 1) != 0;
  if (has_one || !map.allocated(page) || map.free_on(job.move.to) == 0) return;
  const base::Frame frame = map.allocate_frame(job.move.to);
  base::Time time = kernel::now();
  if (!map.read_only(page)) {
    time = adopt(space, page, time);
    map.protect(page, config_.costs.stall == Cost::kFree ? kernel::now() : time);
    let_go();
  }
  execution_.sleep_until(copy(space, map.frame_of(page), frame, time));
  if (map.read_only(page)) time = write_entry(space, page, kernel::now());
  if (!map.read_only(page)) {  // written during the copy
    map.free_frame(frame);
    ++space.counts.copies_abandoned;
    return;
  }
  map.add_copy(page, socket, frame);
  ++space.counts.copies;
  space.counts.max_copies = std::max(space.counts.max_copies, map.copies());
  execution_.sleep_until(shoot_down(space, page, time, socket));
}

base::Time OsCore::shoot_down(const Space& space, std::uint64_t page, base::Time start,
                              std::optional<int> socket) {
  return shootdowns_.invalidate_translations({space.map->space(), page}, start, socket);
}

base::Time OsCore::write_entry(const Space& space, std::uint64_t page, base::Time start,
                               int socket) {
  if (config_.costs.page_table == Cost::kFree) return start;
  const auto tables = static_cast<std::uint64_t>(space.map->tables());
  return execution_.side_by_side(tables, tables, start, [&](std::uint64_t table, base::Time time) {
    const base::LineAddress line = space.map->entry_line(page, 0, static_cast<int>(table));
    return access(line, AccessKind::kMoveWrite, time, socket);
  });
}

base::Time OsCore::copy(Space& space, base::Frame from, base::Frame to, base::Time start,
                        int socket) {
  if (config_.costs.copy == Cost::kFree) return start;
  space.counts.lines += static_cast<std::int64_t>(base::kLinesPerPage);
  return in_flight(base::kLinesPerPage, start, [&](std::uint64_t line, base::Time time) {
    const std::uint64_t offset = line * base::kLineBytes;
    time = access(space.map->line_at(from, offset), AccessKind::kMoveRead, time, socket);
    return access(space.map->line_at(to, offset), AccessKind::kMoveWrite, time, socket);
  });
}

/// Sends one access, then evicts the line from the socket.
base::Time OsCore::access(base::LineAddress line, AccessKind kind, base::Time start, int socket) {
  const auto other = socket_sides_.find(socket);
  auto& side = other != socket_sides_.end() ? *other->second : mem_side;
  execution_.wait_until(start);
  Access access;
  access.line = line;
  access.issued = access.time = start;
  access.kind = kind;
  side.send(access);
  if (protocol::is_uncached(kind)) return access.time;
  Access give_up = access;
  give_up.kind = AccessKind::kWriteback;
  side.send(give_up);
  return access.time;
}

}  // namespace starnuma::os
