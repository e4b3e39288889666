// SPDX-License-Identifier: GPL-2.0-or-later
// First toucher of each page, and the use of the page in the window.
//
// Contract: any thread may touch. The first of several touches in one epoch is the first one on the
// host. After the program has released a page, the next touch determines the toucher.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "stimulus/trace/capture/wire.h"

namespace starnuma::capture {

inline constexpr unsigned kPageBits = 12;

class Pages {
 public:
  void touch(std::uint64_t page, std::uint32_t thread, std::uint32_t flags);
  /// Records a write by the kernel for `thread`.
  void kernel_wrote(std::uint64_t address, std::uint64_t bytes, std::uint32_t thread);
  /// Records that the program has released the range, or has mapped new memory.
  void forget(std::uint64_t address, std::uint64_t bytes);
  /// Returns a number that changes whenever pages have been released.
  std::uint32_t age() const { return age_.load(std::memory_order_relaxed); }
  /// Returns the touched pages in ascending order.
  std::vector<Page> all() const;

 private:
  struct Entry {
    std::uint32_t toucher;
    std::uint32_t flags;
    bool given_back = false;
  };
  struct Shard {
    mutable std::mutex mutex;
    std::unordered_map<std::uint64_t, Entry> pages;
  };
  static constexpr std::size_t kShards = 64;

  std::array<Shard, kShards> shards_;
  std::atomic<std::uint32_t> age_{0};
};

/// Thread-local cache of the state of pages.
class KnownPages {
 public:
  KnownPages(Pages& pages, std::uint32_t thread) : pages_(&pages), thread_(thread) {}

  void touch(std::uint64_t address, std::uint32_t bytes, std::uint32_t flags) {
    const std::uint64_t first = address >> kPageBits;
    const std::uint64_t last = (address + bytes - 1) >> kPageBits;
    touch_page(first, flags);
    if (__builtin_expect(last != first, 0)) touch_page(last, flags);
  }

 private:
  void touch_page(std::uint64_t page, std::uint32_t flags) {
    if (__builtin_expect(age_ != pages_->age(), 0)) {
      known_.fill({});
      age_ = pages_->age();
    }
    Known& known = known_[page % known_.size()];
    if (__builtin_expect(known.page == page && (flags & ~known.flags) == 0, 1)) return;
    pages_->touch(page, thread_, flags);
    known = {page, known.page == page ? known.flags | flags : flags};
  }

  struct Known {
    std::uint64_t page = UINT64_MAX;
    std::uint32_t flags = 0;
  };
  Pages* pages_;
  std::uint32_t thread_;
  std::uint32_t age_ = 0;
  std::array<Known, 512> known_{};
};

}  // namespace starnuma::capture
