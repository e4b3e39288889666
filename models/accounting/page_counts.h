// SPDX-License-Identifier: Apache-2.0
// Number of LLC misses per page and socket, the profile that an oracle placement uses.
#pragma once

#include <cstdint>
#include <vector>

namespace starnuma::accounting {

class PageCounts {
 public:
  PageCounts() = default;
  PageCounts(std::uint64_t pages, int sockets)
      : sockets_(static_cast<std::uint64_t>(sockets)), counts_(pages * sockets_, 0) {}

  void add(std::uint64_t page, std::uint64_t socket) { ++counts_[page * sockets_ + socket]; }
  void clear() { counts_.assign(counts_.size(), 0); }

  std::uint64_t pages() const { return sockets_ == 0 ? 0 : counts_.size() / sockets_; }
  int sockets() const { return static_cast<int>(sockets_); }
  std::uint32_t at(std::uint64_t page, int socket) const {
    return counts_[page * sockets_ + static_cast<std::uint64_t>(socket)];
  }
  /// Returns the number of sockets with at least one miss on the page.
  int sharers(std::uint64_t page) const {
    int n = 0;
    for (std::uint64_t s = 0; s < sockets_; ++s) n += counts_[page * sockets_ + s] != 0;
    return n;
  }
  std::uint64_t misses(std::uint64_t page) const {
    std::uint64_t n = 0;
    for (std::uint64_t s = 0; s < sockets_; ++s) n += counts_[page * sockets_ + s];
    return n;
  }
  /// Returns the counts in page-major order, so that the profile can be passed to another process.
  const std::vector<std::uint32_t>& raw() const { return counts_; }
  std::vector<std::uint32_t>& raw() { return counts_; }

 private:
  std::uint64_t sockets_ = 0;
  std::vector<std::uint32_t> counts_;
};

}  // namespace starnuma::accounting
