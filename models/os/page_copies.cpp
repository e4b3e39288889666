// SPDX-License-Identifier: Apache-2.0
#include "models/os/page_copies.h"

#include <algorithm>

#include "models/kernel/now.h"

namespace starnuma::os {

void PageCopies::make(paging::PageMap& map, const placement::Move& move) {
  const std::uint64_t page = move.page;
  const auto socket = static_cast<int>(move.to);
  const bool has_one = (map.copies_of(page) >> socket & 1) != 0;
  if (has_one || !map.allocated(page) || map.free_on(move.to) == 0) return;
  const base::Frame frame = map.allocate_frame(move.to);
  CopyStats& counts = counts_[map.space()];
  base::Time time = kernel::now();
  if (!map.read_only(page)) {
    time = parts_.held.isolate(map, page, time);
    map.protect(page, stall_free_ ? kernel::now() : time);
    parts_.held.release();
  }
  parts_.execution.sleep_until(parts_.port.copy(map, map.frame_of(page), frame, time));
  if (map.read_only(page)) time = parts_.port.write_entry(map, page, kernel::now());
  if (!map.read_only(page)) {  // written during the copy
    map.free_frame(frame);
    ++counts.copies_abandoned;
    return;
  }
  map.add_copy(page, socket, frame);
  ++counts.copies;
  counts.max_copies = std::max(counts.max_copies, map.copies());
  parts_.execution.sleep_until(
      parts_.shootdowns.invalidate_translations({map.space(), page}, time, socket));
}

base::Time PageCopies::free_all(paging::PageMap& map, std::uint64_t page, base::Time time,
                                base::Time start) {
  base::Time done = parts_.held.isolate(map, page, start);
  done = parts_.execution.wait_until(parts_.port.write_entry(map, page, done));
  counts_[map.space()].copies_freed +=
      static_cast<std::int64_t>(map.collapse(page, stall_free_ ? time : done));
  parts_.held.release();
  return done;
}

}  // namespace starnuma::os
