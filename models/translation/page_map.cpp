// SPDX-License-Identifier: Apache-2.0
#include "models/translation/page_map.h"

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

}  // namespace starnuma::translation
