// SPDX-License-Identifier: Apache-2.0
#include "models/os/recovery.h"

#include <algorithm>

#include "models/kernel/now.h"
#include "models/protocol/access.h"

namespace starnuma::os {

using protocol::AccessKind;

Recovery::Recovery(const placement::PlacementConfig& config, base::Frequency frequency,
                   const PageParts& parts)
    : page_fault_time_(base::ClockRatio(frequency).time_of(config.page_fault_cycles.value)),
      parts_(parts) {}

void Recovery::protect(paging::PageBackups& backups, std::vector<base::NodeId> nodes) {
  backups_ = &backups;
  nodes_ = std::move(nodes);
}

std::optional<base::Time> Recovery::recover(base::PageId id, base::CoreId core, base::Time time) {
  if (backups_ == nullptr || !backups_->holds(id)) return std::nullopt;
  const paging::PageMap& map = parts_.maps.at(id.space());
  const bool waited = parts_.held.wait_while_held(map, id.number());
  if (!backups_->gone(map.frame_of(id.number()), time)) {
    return waited ? std::optional(kernel::now()) : std::nullopt;
  }
  const auto done = rebuild_page(id, time + page_fault_time_);
  if (!done) return std::nullopt;
  RecoveryStats& counts = counts_[id.space()];
  ++counts.recovered;
  counts.recovery_time += *done - time;
  parts_.shootdowns.cores()[static_cast<std::size_t>(core)].core->stall(time, *done);
  return done;
}

void Recovery::rebuild() {
  for (const base::PageId id : backups_->pages()) {
    const paging::PageMap& map = parts_.maps.at(id.space());
    parts_.held.wait_while_held(map, id.number());
    if (!backups_->gone(map.frame_of(id.number()), kernel::now())) continue;
    const auto done = rebuild_page(id, kernel::now());
    if (!done) continue;
    ++counts_[id.space()].rebuilt;
    parts_.execution.sleep_until(*done);
  }
  for (const auto& lost : backups_->lost_backups(kernel::now())) rebuild_backup(lost);
}

/// Returns a node whose server holds no part of the page's stripe. If there is none, returns any
/// other reachable node with a free frame.
std::optional<base::NodeId> Recovery::node_for(base::PageId page, base::Time time) const {
  const std::vector<base::NodeId> taken = backups_->nodes_of(page, time);
  std::optional<base::NodeId> second;
  for (const base::NodeId node : nodes_) {
    const bool gone = backups_->gone({base::LineAddress::of(node, 0)}, time);
    if (gone || parts_.maps.at(page.space()).free_on(node) == 0) continue;
    if (std::find(taken.begin(), taken.end(), node) == taken.end()) return node;
    if (!second) second = node;
  }
  return second;
}

std::optional<base::Time> Recovery::rebuild_page(base::PageId id, base::Time start) {
  const std::uint64_t page = id.number();
  paging::PageMap& map = parts_.maps.at(id.space());
  const auto sources = backups_->sources(id, start);
  const auto node = node_for(id, start);
  if (!sources || !node) return std::nullopt;
  const base::Frame to = map.allocate_frame(*node);
  const base::Time unmapped = parts_.held.isolate(map, page, start);
  const auto copy_line = [&](std::uint64_t line, base::Time time) {
    time = read_or_decode(id, line, *sources, time);
    return parts_.port.access(map.line_at(to, line * base::kLineBytes), AccessKind::kMoveWrite,
                              time);
  };
  const base::Time copied = parts_.port.in_flight(base::kLinesPerPage, unmapped, copy_line);
  const base::Time end = parts_.execution.wait_until(parts_.port.write_entry(map, page, copied));
  backups_->moved(id, to, start);
  map.move(page, to, end);
  parts_.held.release();
  return end;
}

base::Time Recovery::read_or_decode(base::PageId page, std::uint64_t number,
                                    const std::vector<paging::PageBackups::Source>& sources,
                                    base::Time start) {
  const paging::PageMap& map = parts_.maps.at(page.space());
  try {
    return parts_.port.access(map.line_at(map.frame_of(page.number()), number * base::kLineBytes),
                              AccessKind::kMoveRead, start);
  } catch (const protocol::AccessError&) {  // no cache holds the line
  }
  base::Time end = start;
  for (const auto& source : sources) {
    const base::LineAddress left{source.frame.first_line.value + number};
    const auto kind = source.backup ? AccessKind::kUncachedLoad : AccessKind::kMoveRead;
    end = std::max(end, parts_.port.access(left, kind, start));
    ++counts_[page.space()].decoding_reads;
  }
  return end;
}

void Recovery::rebuild_backup(const paging::PageBackups::Lost& lost) {
  const base::PageId first = lost.pages.front().page;
  const auto node = node_for(first, kernel::now());
  if (!node) return;
  RecoveryStats& counts = counts_[first.space()];
  const base::Frame to = parts_.maps.at(first.space()).allocate_frame(*node);
  const auto make_line = [&](std::uint64_t line, base::Time start) {
    base::Time time = start;
    for (const auto& placed : lost.pages) {
      const base::LineAddress from{placed.frame.first_line.value + line};
      time = std::max(time, parts_.port.access(from, AccessKind::kMoveRead, start));
      ++counts.decoding_reads;
    }
    return parts_.port.access({to.first_line.value + line}, AccessKind::kUncachedStore, time);
  };
  const base::Time end = parts_.port.in_flight(base::kLinesPerPage, kernel::now(), make_line);
  backups_->rebuilt(lost, to);
  ++counts.backups_rebuilt;
  parts_.execution.sleep_until(end);
}

}  // namespace starnuma::os
