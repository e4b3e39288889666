// SPDX-License-Identifier: Apache-2.0
#include "models/paging/page_table.h"

#include <algorithm>
#include <map>

#include "models/base/check.h"
#include "models/base/random.h"

namespace starnuma::paging {
namespace {

int shift_of(int entries) {
  int shift = 3;
  while (1 << shift < entries) ++shift;
  SN_CHECK(1 << shift == entries && shift <= PageTable::kEntryShift, "page table: ", entries,
           " entries of a table cannot lie together");
  return shift;
}

/// Returns the node of the table page that covers `count` pages from `first`.
base::NodeId home_of_table(const PageTable::Nodes& home_of_page, const PageTable::Nodes& sockets,
                           std::uint64_t first, std::uint64_t count) {
  base::Random draw(first);
  const base::NodeId home = home_of_page[first + draw.below(count)];
  if (std::find(sockets.begin(), sockets.end(), home) != sockets.end()) return home;
  return sockets[draw.below(sockets.size())];
}

}  // namespace

std::uint64_t PageTable::frames_for(std::uint64_t pages) {
  std::uint64_t frames = 0;
  for (int level = 0; level < kLevels; ++level) {
    pages = (pages + (1U << kEntryShift) - 1) >> kEntryShift;
    frames += pages;
  }
  return frames;
}

PageTable::PageTable(const Nodes& home_of_page, const Nodes& sockets, int entries,
                     const TakeFrame& take)
    : shift_(shift_of(entries)) {
  const std::uint64_t lines = (std::uint64_t{1} << shift_) / kEntriesPerLine;
  std::map<base::NodeId, base::LineAddress> next;  // next free line in a partially used frame
  std::uint64_t covered = std::uint64_t{1} << shift_;
  for (auto& level : levels_) {
    for (std::uint64_t first = 0; first < home_of_page.size(); first += covered) {
      const std::uint64_t count = std::min(covered, home_of_page.size() - first);
      const base::NodeId node = home_of_table(home_of_page, sockets, first, count);
      base::LineAddress& line = next[node];
      if (line.value % base::kLinesPerPage == 0) line = take(node).first_line;
      level.push_back(line);
      line.value += lines;
    }
    covered <<= kEntryShift;
  }
}

}  // namespace starnuma::paging
