// SPDX-License-Identifier: GPL-2.0-or-later
#include "stimulus/trace/capture/plugin/pages.h"

#include <algorithm>

namespace starnuma::capture {

void Pages::touch(std::uint64_t page, std::uint32_t thread, std::uint32_t flags) {
  Shard& shard = shards_[page % kShards];
  const std::lock_guard<std::mutex> lock(shard.mutex);
  const auto at = shard.pages.try_emplace(page, Entry{thread, flags}).first;
  Entry& entry = at->second;
  if (entry.given_back) {
    entry.toucher = thread;
    entry.given_back = false;
    flags |= Page::kAgain;
  }
  entry.flags |= flags;
}

void Pages::kernel_wrote(std::uint64_t address, std::uint64_t bytes, std::uint32_t thread) {
  if (bytes == 0) return;
  const std::uint64_t last = (address + bytes - 1) >> kPageBits;
  for (std::uint64_t page = address >> kPageBits; page <= last; ++page) {
    touch(page, thread, Page::kKernel);
  }
}

void Pages::forget(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t first = address >> kPageBits;
  const std::uint64_t last = (address + bytes + (1U << kPageBits) - 1) >> kPageBits;
  constexpr std::uint64_t kFew = 4096;
  if (last - first <= kFew) {
    for (std::uint64_t page = first; page < last; ++page) {
      Shard& shard = shards_[page % kShards];
      const std::lock_guard<std::mutex> lock(shard.mutex);
      const auto at = shard.pages.find(page);
      if (at != shard.pages.end()) at->second.given_back = true;
    }
  } else {
    for (Shard& shard : shards_) {
      const std::lock_guard<std::mutex> lock(shard.mutex);
      for (auto& [page, entry] : shard.pages) {
        if (page >= first && page < last) entry.given_back = true;
      }
    }
  }
  age_.fetch_add(1, std::memory_order_relaxed);
}

std::vector<Page> Pages::all() const {
  std::vector<Page> all;
  for (const Shard& shard : shards_) {
    const std::lock_guard<std::mutex> lock(shard.mutex);
    for (const auto& [page, entry] : shard.pages) {
      if (entry.given_back && (entry.flags & Page::kUsed) == 0) continue;
      all.push_back({page, entry.toucher, entry.flags});
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Page& a, const Page& b) { return a.number < b.number; });
  return all;
}

}  // namespace starnuma::capture
