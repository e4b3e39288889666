// SPDX-License-Identifier: Apache-2.0
#include "models/os/held_pages.h"

namespace starnuma::os {

base::Time HeldPages::isolate(paging::PageMap& map, std::uint64_t page, base::Time start,
                              int socket) {
  const base::PageId id(map.space(), page);
  hold(map, page);
  const base::Time written = execution_.wait_until(port_.write_entry(map, page, start, socket));
  const base::Time acknowledged =
      execution_.wait_until(shootdowns_.invalidate_translations(id, written));
  wait_until_unused(id);
  return execution_.wait_until(acknowledged);
}

void HeldPages::wait_until_unused(base::PageId page) const {
  for (const PlacedCore& placed : shootdowns_.cores()) placed.core->wait_until_unused(page);
}

void HeldPages::release() {
  for (const PlacedCore& placed : shootdowns_.cores()) placed.core->resume_with_pages();
  execution_.wake(waiting_);
}

}  // namespace starnuma::os
