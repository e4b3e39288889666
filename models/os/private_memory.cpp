// SPDX-License-Identifier: Apache-2.0
#include "models/os/private_memory.h"

#include <utility>

#include "models/os/host_capacity.h"

namespace starnuma::os {

PrivateMemory::PrivateMemory(OsCore* os, paging::FramePool& memory, PrivateMemoryParts place,
                             std::vector<paging::FrameRange> grown)
    : os_(os), memory_(memory), place_(std::move(place)), grown_(std::move(grown)) {}

void PrivateMemory::grow(const std::vector<paging::FrameRange>& ranges) {
  busy_ = true;
  carry_out([this, ranges] {
    for (const paging::FrameRange& range : ranges) {
      memory_.add_range(place_.zone, range);
      grown_.push_back(range);
      counts_.grown += range.frames;
    }
    busy_ = false;
  });
}

void PrivateMemory::shrink(std::size_t ranges) {
  busy_ = true;
  carry_out([this, ranges] {
    for (std::size_t r = 0; r < ranges && free_last_page(); ++r) {
    }
    busy_ = false;
  });
}

void PrivateMemory::carry_out(const std::function<void()>& work) {
  os_ != nullptr ? os_->carry_out(work) : work();
}

bool PrivateMemory::free_last_page() {
  const paging::FrameRange last = grown_.back();
  const paging::Extent leaving{place_.node, last.first, last.frames};
  memory_.close_range(place_.zone, last.first);
  const bool empty =
      place_.maps.empty() || clear_frames(*os_, place_.maps, leaving, {place_.node}, counts_.moved);
  if (!empty || !memory_.remove_range(place_.zone, last.first)) {
    memory_.open_range(place_.zone, last.first);
    ++counts_.refused;
    return false;
  }
  grown_.pop_back();
  counts_.shrunk += last.frames;
  return true;
}

void PrivateMemory::report(accounting::StatWriter& writer) const {
  const auto count = [](std::uint64_t n) { return static_cast<double>(n); };
  writer.write("pages", count(pages()), "1", "pages of private memory at the end");
  writer.write("used", count(used()), "1", "pages of programs and of their page tables");
  writer.write("grown", count(counts_.grown), "1", "pages that came from the pool");
  writer.write("shrunk", count(counts_.shrunk), "1", "pages that went to the pool");
  writer.write("refused", count(counts_.refused), "1",
               "ranges not moved to the pool because their pages had no other memory");
  writer.write("pages_moved", count(counts_.moved), "1", "off what went to the pool");
}

}  // namespace starnuma::os
