// SPDX-License-Identifier: Apache-2.0
#include "models/translation/page_map.h"

#include "models/base/check.h"

namespace starnuma::translation {

PageMap::PageMap(const std::vector<base::NodeId>& home_of_page, int nodes, int sockets)
    : next_(static_cast<std::size_t>(nodes), 0) {
  frames_.reserve(home_of_page.size());
  for (base::NodeId node : home_of_page) frames_.push_back(take_frame(node));

  std::uint64_t entries = home_of_page.size();
  std::uint64_t pages_per_table = 1;
  for (auto& tables : tables_) {
    pages_per_table <<= kEntryShift;
    const std::uint64_t count = (entries + (1U << kEntryShift) - 1) >> kEntryShift;
    for (std::uint64_t t = 0; t < count; ++t) {
      // Kernel memory stays on sockets: a table whose first page is pooled is dealt over them.
      const int first = base::index_of(home_of_page[t * pages_per_table]);
      const int node = first < sockets ? first : static_cast<int>(t) % sockets;
      tables.push_back(take_frame(static_cast<base::NodeId>(node)));
    }
    entries = count;
  }
}

base::Frame PageMap::take_frame(base::NodeId node) {
  const std::uint64_t frame = next_[static_cast<std::size_t>(node)]++;
  return {base::LineAddress::of(node, frame * base::kLinesPerPage)};
}

void PageMap::make_movable(std::vector<std::uint64_t> frame_limits) {
  limits_ = std::move(frame_limits);
  free_.resize(next_.size());
  settled_.assign(frames_.size(), base::Time(0));
}

std::uint64_t PageMap::room_on(base::NodeId node) const {
  const auto n = static_cast<std::size_t>(node);
  const std::uint64_t used = next_[n] - free_[n].size();
  return used < limits_[n] ? limits_[n] - used : 0;
}

std::vector<base::NodeId> PageMap::homes() const {
  std::vector<base::NodeId> homes;
  homes.reserve(frames_.size());
  for (const base::Frame& frame : frames_) homes.push_back(frame.first_line.node());
  return homes;
}

base::Frame PageMap::next_frame(base::NodeId node) const {
  const auto n = static_cast<std::size_t>(node);
  SN_CHECK(room_on(node) > 0, "page map: node ", base::index_of(node), " is full");
  if (!free_[n].empty()) return free_[n].back();
  return {base::LineAddress::of(node, next_[n] * base::kLinesPerPage)};
}

void PageMap::move(std::uint64_t page, base::NodeId node, base::Time settled) {
  const auto n = static_cast<std::size_t>(node);
  const base::Frame frame = next_frame(node);
  if (free_[n].empty()) {
    ++next_[n];
  } else {
    free_[n].pop_back();
  }
  free_[static_cast<std::size_t>(home_of(page))].push_back(frames_[page]);
  frames_[page] = frame;
  settled_[page] = settled;
}

}  // namespace starnuma::translation
