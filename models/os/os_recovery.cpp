// SPDX-License-Identifier: Apache-2.0
// Recovery of pages after a server of a logical pool has crashed.
#include <algorithm>

#include "models/kernel/now.h"
#include "models/os/os_core.h"
#include "models/protocol/access_error.h"

namespace starnuma::os {

using protocol::AccessKind;

void OsCore::protect(paging::PageBackups& backups, std::vector<base::NodeId> nodes) {
  backups_ = &backups;
  backup_nodes_ = std::move(nodes);
}

std::optional<base::Time> OsCore::recover(base::PageId id, base::CoreId core, base::Time time) {
  if (backups_ == nullptr || !backups_->holds(id)) return std::nullopt;
  Space& space = at(id.space());
  const bool waited = wait_while_held(space, id.number());
  if (!backups_->gone(space.map->frame_of(id.number()), time)) {
    return waited ? std::optional(kernel::now()) : std::nullopt;
  }
  const PlacedCore& placed = shootdowns_.cores()[static_cast<std::size_t>(core)];
  const auto done = rebuild_page(space, id.number(), time + page_fault_time_);
  if (!done) return std::nullopt;
  ++space.counts.recovered;
  space.counts.recovery_time += *done - time;
  keep_busy(placed, time, *done);
  return done;
}

void OsCore::rebuild() {
  for (const base::PageId id : backups_->pages()) {
    Space& space = at(id.space());
    wait_while_held(space, id.number());
    if (!backups_->gone(space.map->frame_of(id.number()), kernel::now())) continue;
    const auto done = rebuild_page(space, id.number(), kernel::now());
    if (!done) continue;
    ++space.counts.rebuilt;
    execution_.sleep_until(*done);
  }
  for (const auto& lost : backups_->lost_backups(kernel::now())) rebuild_backup(lost);
}

/// Returns a node whose server holds no part of the page's stripe. If there is none, returns any
/// other reachable node with a free frame.
std::optional<base::NodeId> OsCore::node_for_rebuild(const Space& space, base::PageId page,
                                                     base::Time time) const {
  const std::vector<base::NodeId> taken = backups_->nodes_of(page, time);
  std::optional<base::NodeId> second;
  for (const base::NodeId node : backup_nodes_) {
    const bool gone = backups_->gone({base::LineAddress::of(node, 0)}, time);
    if (gone || space.map->free_on(node) == 0) continue;
    if (std::find(taken.begin(), taken.end(), node) == taken.end()) return node;
    if (!second) second = node;
  }
  return second;
}

/// Recovers a page: for each line reads the rest of its stripe, unless a cache of the core's socket
/// holds the line.
std::optional<base::Time> OsCore::rebuild_page(Space& space, std::uint64_t page, base::Time start) {
  const base::PageId id(space.map->space(), page);
  const auto sources = backups_->sources(id, start);
  const auto node = node_for_rebuild(space, id, start);
  if (!sources || !node) return std::nullopt;
  const base::Frame from = space.map->frame_of(page);
  const base::Frame to = space.map->allocate_frame(*node);
  const base::Time unmapped = adopt(space, page, start);
  const auto copy_line = [&](std::uint64_t line, base::Time time) {
    const std::uint64_t offset = line * base::kLineBytes;
    time = read_or_decode(space, space.map->line_at(from, offset), *sources, line, time);
    return access(space.map->line_at(to, offset), AccessKind::kMoveWrite, time);
  };
  const base::Time end = execution_.wait_until(
      write_entry(space, page, in_flight(base::kLinesPerPage, unmapped, copy_line)));
  backups_->moved(id, to, start);
  space.map->move(page, to, end);
  let_go();
  return end;
}

base::Time OsCore::read_or_decode(Space& space, base::LineAddress line,
                                  const std::vector<paging::PageBackups::Source>& sources,
                                  std::uint64_t number, base::Time start) {
  try {
    return access(line, AccessKind::kMoveRead, start);
  } catch (const protocol::AccessError&) {  // no cache holds the line
  }
  base::Time end = start;
  for (const auto& source : sources) {
    const base::LineAddress left{source.frame.first_line.value + number};
    const auto kind = source.backup ? AccessKind::kUncachedLoad : AccessKind::kMoveRead;
    end = std::max(end, access(left, kind, start));
    ++space.counts.decoding_reads;
  }
  return end;
}

void OsCore::rebuild_backup(const paging::PageBackups::Lost& lost) {
  Space& space = at(lost.pages.front().page.space());
  const auto node = node_for_rebuild(space, lost.pages.front().page, kernel::now());
  if (!node) return;
  const base::Frame to = space.map->allocate_frame(*node);
  const auto make_line = [&](std::uint64_t line, base::Time start) {
    base::Time time = start;
    for (const auto& placed : lost.pages) {
      const base::LineAddress from{placed.frame.first_line.value + line};
      time = std::max(time, access(from, AccessKind::kMoveRead, start));
      ++space.counts.decoding_reads;
    }
    return access({to.first_line.value + line}, AccessKind::kUncachedStore, time);
  };
  const base::Time end = in_flight(base::kLinesPerPage, kernel::now(), make_line);
  backups_->rebuilt(lost, to);
  ++space.counts.backups_rebuilt;
  execution_.sleep_until(end);
}

}  // namespace starnuma::os
