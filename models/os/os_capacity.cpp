// SPDX-License-Identifier: Apache-2.0
// Work of the OS core for capacity changes of its host.
#include <algorithm>
#include <utility>

#include "models/kernel/now.h"
#include "models/os/os_core.h"

namespace starnuma::os {

void OsCore::carry_out(std::function<void()> work) {
  work_of_others_.push_back(std::move(work));
  wake();
}

void OsCore::work_for_others() {
  const base::Time start = kernel::now();
  const std::function<void()> work = std::move(work_of_others_.front());
  work_of_others_.pop_front();
  execution_.sleep_until(start + capacity_time_);
  work();
  if (shared_ != nullptr) shared_->interrupt(kernel::now() - start);
}

bool OsCore::move_away(const paging::Extent& extent, base::PageId id, base::NodeId to) {
  execution_.sleep_until(kernel::now() + page_time_);
  Space& space = at(id.space());
  wait_while_held(space, id.number());
  const std::uint64_t page = id.number();
  const base::LineAddress line = space.map->frame_of(page).first_line;
  const bool there =
      line.node() == extent.node &&
      paging::FrameRange{extent.first, extent.frames}.holds(line.in_node() / base::kLinesPerPage);
  if (!there || !space.map->allocated(page) || space.map->free_on(to) == 0) return false;
  move_page({&space, {page, to}});
  return true;
}

/// Waits until the faults that began before this call are complete.
void OsCore::wait_for_faults() {
  const std::uint64_t last = faults_begun_;
  execution_.wait_while(
      for_pages_, [&] { return !pending_faults_.empty() && *pending_faults_.begin() <= last; });
}

/// Unmaps all lost pages, and only then invalidates the cached copies of their lines.
void OsCore::lose(const std::vector<base::PageId>& pages) {
  for (const base::PageId id : pages) wait_while_held(at(id.space()), id.number());
  base::Time time = in_flight(pages.size(), kernel::now(), [&](std::uint64_t i, base::Time start) {
    const base::PageId id = pages[i];
    Space& space = at(id.space());
    const base::Time written = write_entry(space, id.number(), start);
    space.map->lose(id.number());
    return shoot_down(space, id.number(), written);
  });
  for (const base::PageId id : pages) {
    Space& space = at(id.space());
    wait_until_unused(space, id.number());
    time = each_line(space, space.map->frame_of(id.number()), protocol::AccessKind::kMoveRead,
                     execution_.wait_until(time));
  }
  execution_.sleep_until(time);
}

}  // namespace starnuma::os
