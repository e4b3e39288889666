// SPDX-License-Identifier: Apache-2.0
#include "models/cache/socket_tags_function.h"

#include <algorithm>

#include "models/base/address_text.h"
#include "models/base/check.h"

namespace starnuma::cache {
namespace {
constexpr int kInsertedAt = 2;
}  // namespace

SocketTags::SocketTags(std::uint64_t sets, int llc_ways, int tag_ways)
    : index_(sets),
      ways_(static_cast<std::uint64_t>(llc_ways + tag_ways)),
      llc_ways_(llc_ways),
      all_ways_(~Mask{0} >> (kMaxWays - llc_ways - tag_ways)),
      hint_words_((ways_ + 7) / 8),
      sets_(sets),
      entries_(sets * ways_) {
  SN_CHECK(llc_ways + tag_ways <= kMaxWays, "socket tags: more than ", kMaxWays, " ways");
}

SocketEntry* SocketTags::entry_victim(base::LineAddress line) {
  const std::uint64_t index = index_(line.value);
  const Set& set = sets_[index];
  if (set.occupied != all_ways_) return nullptr;
  // The oldest unpinned line that only private caches hold; if there is none, the oldest unpinned.
  for (const Mask stay : {set.in_llc | set.held, set.held}) {
    for (const std::uint8_t way : set.entered) {
      if ((stay >> way & 1) == 0) return &entries_[index * ways_ + way];
    }
  }
  return nullptr;
}

SocketEntry* SocketTags::llc_victim(base::LineAddress line) {
  const std::uint64_t index = index_(line.value);
  Set& set = sets_[index];
  if (set.llc_lines < llc_ways_) return nullptr;
  // SRRIP: all lines age until one is at distance 3. The first of these is the victim.
  Mask& low = set.distance[0];
  Mask& high = set.distance[1];
  for (;;) {
    const Mask farthest = set.in_llc & high & low;
    if (farthest != 0) {
      return &entries_[index * ways_ + static_cast<unsigned>(__builtin_ctzll(farthest))];
    }
    high ^= low & set.in_llc;
    low ^= set.in_llc;
  }
}

SocketEntry& SocketTags::insert(base::LineAddress line) {
  const std::uint64_t index = index_(line.value);
  Set& set = sets_[index];
  SN_CHECK(set.occupied != all_ways_, "socket tags: no room for line ", line);
  const auto way = static_cast<std::uint8_t>(__builtin_ctzll(~set.occupied));
  set.entered[static_cast<std::size_t>(set.lines++)] = way;
  set.occupied |= Mask{1} << way;
  std::uint64_t& hints = set.hints[way / 8];
  const std::uint64_t shift = way % 8 * 8;
  hints = (hints & ~(std::uint64_t{0xFF} << shift)) | hint_of(line) << shift;
  SocketEntry& entry = entries_[index * ways_ + way];
  entry.line = line;
  entry.way = way;
  return entry;
}

void SocketTags::insert_in_llc(SocketEntry& entry) {
  Set& set = set_of(entry);
  const Mask way = bit_of(entry);
  if (!entry.in_llc) ++set.llc_lines;
  entry.in_llc = true;
  set.in_llc |= way;
  set_distance(set, way, kInsertedAt);
}

void SocketTags::drop_from_llc(SocketEntry& entry) {
  if (!entry.in_llc) return;
  Set& set = set_of(entry);
  --set.llc_lines;
  entry.in_llc = false;
  set.in_llc &= ~bit_of(entry);
}

void SocketTags::remove(SocketEntry& entry) {
  drop_from_llc(entry);
  Set& set = set_of(entry);
  set.occupied &= ~bit_of(entry);
  set.held &= ~bit_of(entry);
  --set.lines;
  // The removed way is usually one of the oldest.
  std::uint8_t* place = set.entered.data();
  while (*place != entry.way) ++place;
  std::copy(place + 1, set.entered.data() + set.entered.size(), place);
  entry = {};
}

}  // namespace starnuma::cache
