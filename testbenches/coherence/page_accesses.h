// SPDX-License-Identifier: Apache-2.0
// Outstanding accesses to pages, and the data that they must find: those of the last write to the
// page, in any frame. Data carry the space of the page.
#pragma once

#include <algorithm>
#include <vector>

#include "testbenches/coherence/hosts.h"
#include "testbenches/coherence/page_table.h"

namespace starnuma::coherence_bench {

class PageAccesses {
 public:
  explicit PageAccesses(const SystemConfig& config)
      : config_(config),
        pages_(static_cast<std::size_t>(config.hosts),
               std::vector<int>(static_cast<std::size_t>(config.lines), kNoPage)),
        latest_(static_cast<std::size_t>(config.pages * config.page_lines)) {
    constexpr int kSpaceShift = 24;  // shift above the count of writes
    for (int page = 0; page < config.pages; ++page) {
      for (int offset = 0; offset < config.page_lines; ++offset) {
        latest(page, offset).fill(static_cast<std::uint32_t>(config.space_of(page)) << kSpaceShift);
      }
    }
  }

  /// Returns the last write to a line of the page; `line` in any frame.
  Data& latest(int page, int line) {
    return latest_[static_cast<std::size_t>(config_.line_of(page, line % config_.page_lines))];
  }
  /// Page of the outstanding access of a host to a line, or kNoPage.
  int& page(int host, int line) {
    return pages_[static_cast<std::size_t>(host)][static_cast<std::size_t>(line)];
  }
  /// Returns true if an access of the host to this frame is outstanding.
  bool in_use(int host, int frame) const {
    const auto* first = &pages_[static_cast<std::size_t>(host)][0] + config_.line_of(frame, 0);
    return std::any_of(first, first + config_.page_lines, [](int page) { return page != kNoPage; });
  }
  bool idle(int host) const {
    const auto& pages = pages_[static_cast<std::size_t>(host)];
    return std::all_of(pages.begin(), pages.end(), [](int page) { return page == kNoPage; });
  }
  /// Completes an access that found `data`; throws Broken if they are not those of the last write.
  void complete(const Completed& access, const Data& data) {
    int& page = this->page(access.host, access.line);
    Data& last = latest(page, access.line);
    if (access.store) ++last[static_cast<std::size_t>(access.host % kWords)];
    if (data != last) {
      throw Broken{Check::kPages, "host " + std::to_string(access.host) +
                                      " does not find the last write to page " +
                                      std::to_string(page)};
    }
    page = kNoPage;
  }

 private:
  SystemConfig config_;
  std::vector<std::vector<int>> pages_;  ///< By host and line.
  std::vector<Data> latest_;             ///< By line of the pages.
};

}  // namespace starnuma::coherence_bench
