// SPDX-License-Identifier: Apache-2.0
#include "models/cache/socket_tags_function.h"

#include "models/base/check.h"

namespace starnuma::cache {
namespace {
constexpr std::uint8_t kFar = 3;
constexpr std::uint8_t kInsertedAt = 2;
}  // namespace

SocketTags::SocketTags(std::uint64_t sets, int llc_ways, int tag_ways)
    : index_(sets),
      ways_(static_cast<std::uint64_t>(llc_ways + tag_ways)),
      llc_ways_(llc_ways),
      tags_(sets * ways_, kEmpty),
      entries_(sets * ways_) {}

SocketEntry* SocketTags::entry_victim(base::LineAddress line) {
  const std::uint64_t first = index_(line) * ways_;
  SocketEntry* oldest = nullptr;
  for (std::uint64_t i = first; i < first + ways_; ++i) {
    if (tags_[i] == kEmpty) return nullptr;
    SocketEntry& entry = entries_[i];
    if (!entry.in_llc && (oldest == nullptr || entry.used < oldest->used)) oldest = &entry;
  }
  SN_CHECK(oldest != nullptr, "socket tags: a full set without a tag-only entry");
  return oldest;
}

SocketEntry* SocketTags::llc_victim(base::LineAddress line) {
  const std::uint64_t first = index_(line) * ways_;
  int held = 0;
  SocketEntry* farthest = nullptr;
  for (std::uint64_t i = first; i < first + ways_; ++i) {
    SocketEntry& entry = entries_[i];
    if (tags_[i] == kEmpty || !entry.in_llc) continue;
    ++held;
    if (farthest == nullptr || entry.distance > farthest->distance) farthest = &entry;
  }
  if (held < llc_ways_) return nullptr;
  // SRRIP: age everyone until somebody is far; the first of the farthest is it.
  if (const int age = kFar - farthest->distance; age > 0) {
    for (std::uint64_t i = first; i < first + ways_; ++i) {
      if (tags_[i] != kEmpty && entries_[i].in_llc) {
        entries_[i].distance = static_cast<std::uint8_t>(entries_[i].distance + age);
      }
    }
  }
  return farthest;
}

SocketEntry& SocketTags::insert(base::LineAddress line) {
  const std::uint64_t first = index_(line) * ways_;
  std::uint64_t i = first;
  while (i < first + ways_ && tags_[i] != kEmpty) ++i;
  SN_CHECK(i < first + ways_, "socket tags: no room for line ", line.value);
  tags_[i] = line.value;
  entries_[i] = {};
  entries_[i].used = ++clock_;
  return entries_[i];
}

void SocketTags::place_in_llc(SocketEntry& entry) {
  entry.in_llc = true;
  entry.distance = kInsertedAt;
}

void SocketTags::remove(SocketEntry& entry) {
  tags_[static_cast<std::size_t>(&entry - entries_.data())] = kEmpty;
  entry = {};
}

}  // namespace starnuma::cache
