// SPDX-License-Identifier: Apache-2.0
// Page map of all spaces with the hosts' read-only copies, and the TLB directory.
#pragma once

#include <algorithm>
#include <vector>

#include "testbenches/coherence/system_config.h"

namespace starnuma::coherence_bench {

inline constexpr int kNoPage = -1;
inline constexpr int kNoFrame = -1;

struct PageEntry {
  int frame = kNoFrame;
  bool absent = false;  ///< The page is unmapped.
  bool read_only = false;
  std::uint32_t listed = 0;  ///< Hosts in the TLB directory, a bit each.
  std::vector<int> copies;   ///< Frame of each host's copy, or kNoFrame.
};

class PageTable {
 public:
  /// Page p starts in frame p.
  explicit PageTable(const SystemConfig& config) {
    for (int page = 0; page < config.pages; ++page) {
      const auto hosts = static_cast<std::size_t>(config.hosts);
      entries_.push_back({page, false, false, 0, std::vector<int>(hosts, kNoFrame)});
    }
  }

  PageEntry& at(int page) { return entries_[static_cast<std::size_t>(page)]; }
  const PageEntry& at(int page) const { return entries_[static_cast<std::size_t>(page)]; }
  int copy(int host, int page) const { return at(page).copies[static_cast<std::size_t>(host)]; }
  /// Returns the frame that the host's page walk finds for the page.
  int frame_for(int host, int page) const {
    const int own = copy(host, page);
    return own != kNoFrame ? own : at(page).frame;
  }
  /// Returns the page in this frame, copies aside, or kNoPage.
  int page_in(int frame) const {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [=](const PageEntry& entry) { return entry.frame == frame; });
    return found == entries_.end() ? kNoPage : static_cast<int>(found - entries_.begin());
  }
  bool is_free(int frame) const {
    return std::none_of(entries_.begin(), entries_.end(), [=](const PageEntry& entry) {
      const auto& copies = entry.copies;
      return entry.frame == frame || std::find(copies.begin(), copies.end(), frame) != copies.end();
    });
  }

 private:
  std::vector<PageEntry> entries_;
};

}  // namespace starnuma::coherence_bench
