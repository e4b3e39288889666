// SPDX-License-Identifier: Apache-2.0
// Faults, and what makes pages fault.
#include <algorithm>

#include "models/base/check.h"
#include "models/kernel/now.h"
#include "models/os/os_core.h"

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
  work_.notify(sc_core::SC_ZERO_TIME);
}

/// The entries are written one after the other, `lines_in_flight` at a time.
void OsCore::unmap_pages(const Job& job) {
  Space& space = *job.space;
  std::vector<base::Time> done(static_cast<std::size_t>(config_.lines_in_flight), kernel::now());
  std::size_t next = 0;
  for (const std::uint64_t page : job.unmap) {
    if (!space.map->present(page) || space.map->read_only(page)) continue;
    base::Time& time = done[next++ % done.size()];
    time = write_entry(space, page, time);
    space.map->unmap(page);
    time = shoot_down(space, page, time);
    ++space.counts.unmapped;
  }
  sleep_until(*std::max_element(done.begin(), done.end()));
}

base::Time OsCore::page_fault(base::PageId id, base::CoreId core, bool write, base::Time time) {
  Space& space = at(id.space());
  const PlacedCore& placed = shootdowns_.cores()[static_cast<std::size_t>(core)];
  const auto toucher = static_cast<base::NodeId>(placed.socket);
  const bool first = !space.map->allocated(id.number());
  base::Time done = time + page_fault_time_;
  if (first) {
    SN_CHECK(space.allocator, name(), ": nobody allocates page ", id);
    const base::NodeId node = space.allocator(id.number(), toucher);
    done = zero(space, space.map->allocate(id.number(), node), placed.socket, done);
    ++space.counts.first_touches;
  }
  done = write_entry(space, id.number(), done, first ? placed.socket : 0);
  space.map->map(id.number(), done);
  ++space.counts.page_faults;
  space.counts.page_fault_time += done - time;
  placed.core->interrupt(done - time);
  using Kind = placement::Fault::Kind;
  if (space.on_fault) {
    space.on_fault(
        {id.number(), time, first ? Kind::kFirstTouch : Kind::kUnmapped, toucher, core, write});
  }
  return done;
}

base::Time OsCore::zero(Space& space, base::Frame frame, int socket, base::Time start) {
  std::vector<base::Time> done(static_cast<std::size_t>(config_.lines_in_flight), start);
  for (std::uint64_t line = 0; line < base::kLinesPerPage; ++line) {
    base::Time& time = done[line % done.size()];
    time = access(space.map->line_at(frame, line * base::kLineBytes),
                  protocol::AccessKind::kMoveWrite, time, socket);
    ++space.counts.zeroed_lines;
  }
  return *std::max_element(done.begin(), done.end());
}

base::Time OsCore::write_fault(base::PageId id, base::Time time) {
  Space& space = at(id.space());
  const std::uint64_t page = id.number();
  base::Time done = write_entry(space, page, time + fault_time_);
  done = shoot_down(space, page, done);
  done = write_entry(space, page, done);
  space.counts.copies_freed += static_cast<std::int64_t>(
      space.map->collapse(page, config_.costs.stall == Cost::kFree ? time : done));
  ++space.counts.write_faults;
  space.counts.fault_time += done - time;
  if (space.on_fault) space.on_fault({page, time});
  return done;
}

}  // namespace starnuma::os
