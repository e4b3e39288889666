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
      all_ways_(~Mask{0} >> (kMaxWays - llc_ways - tag_ways)),
      hint_words_((ways_ + 7) / 8),
      hints_(sets * hint_words_, 0),
      tags_(sets * ways_, kEmpty),
      entries_(sets * ways_),
      distance_(sets * ways_, 0),
      entered_(sets * ways_, 0),
      occupied_(sets, 0),
      in_llc_(sets, 0) {
  SN_CHECK(llc_ways + tag_ways <= kMaxWays, "socket tags: more than ", kMaxWays, " ways");
}

SocketEntry* SocketTags::entry_victim(base::LineAddress line) {
  const std::uint64_t set = index_(line);
  if (occupied_[set] != all_ways_) return nullptr;
  std::uint64_t oldest = ways_;
  for (Mask left = all_ways_ & ~in_llc_[set]; left != 0; left &= left - 1) {
    const auto way = static_cast<std::uint64_t>(__builtin_ctzll(left));
    if (oldest == ways_ || entered_[set * ways_ + way] < entered_[set * ways_ + oldest]) {
      oldest = way;
    }
  }
  return &entries_[set * ways_ + oldest];
}

SocketEntry* SocketTags::llc_victim(base::LineAddress line) {
  const std::uint64_t set = index_(line);
  if (__builtin_popcountll(in_llc_[set]) < llc_ways_) return nullptr;
  std::uint8_t* distance = &distance_[set * ways_];
  // SRRIP: age everyone until somebody is far; the first of the farthest is it.
  std::uint64_t farthest = ways_;
  for (Mask left = in_llc_[set]; left != 0; left &= left - 1) {
    const auto way = static_cast<std::uint64_t>(__builtin_ctzll(left));
    if (farthest == ways_ || distance[way] > distance[farthest]) farthest = way;
  }
  const int age = kFar - distance[farthest];
  for (Mask left = age > 0 ? in_llc_[set] : 0; left != 0; left &= left - 1) {
    std::uint8_t& d = distance[__builtin_ctzll(left)];
    d = static_cast<std::uint8_t>(d + age);
  }
  return &entries_[set * ways_ + farthest];
}

SocketEntry& SocketTags::insert(base::LineAddress line) {
  const std::uint64_t set = index_(line);
  SN_CHECK(occupied_[set] != all_ways_, "socket tags: no room for line ", line.value);
  const auto way = static_cast<std::uint64_t>(__builtin_ctzll(~occupied_[set]));
  occupied_[set] |= Mask{1} << way;
  const std::uint64_t place = set * ways_ + way;
  tags_[place] = line.value;
  set_hint(set, way, hint_of(line));
  entered_[place] = ++clock_;
  entries_[place] = {};
  return entries_[place];
}

void SocketTags::place_in_llc(SocketEntry& entry) {
  const std::uint64_t place = place_of(entry);
  entry.in_llc = true;
  in_llc_[place / ways_] |= Mask{1} << place % ways_;
  distance_[place] = kInsertedAt;
}

void SocketTags::drop_from_llc(SocketEntry& entry) {
  const std::uint64_t place = place_of(entry);
  entry.in_llc = false;
  in_llc_[place / ways_] &= ~(Mask{1} << place % ways_);
}

void SocketTags::remove(SocketEntry& entry) {
  const std::uint64_t place = place_of(entry);
  drop_from_llc(entry);
  occupied_[place / ways_] &= ~(Mask{1} << place % ways_);
  tags_[place] = kEmpty;
  entry = {};
}

}  // namespace starnuma::cache
