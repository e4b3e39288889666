// SPDX-License-Identifier: Apache-2.0
// Tags of a socket: one array for the lines the LLC holds and for those that only private caches
// hold (core-valid bits), so that a look-up answers for the whole socket. No time, no SystemC.
//
// Contract: an entry exists if and only if the LLC or a private cache holds the line. Of a set's
// `llc_ways + tag_ways` entries at most `llc_ways` have their data in the LLC (victims by SRRIP);
// the rest only track private copies (victims: the oldest). What is held is no entry_victim(), and
// stays an entry though neither the LLC nor a private cache holds its line.
#pragma once

#include <algorithm>
#include <array>
#include <boost/align/aligned_allocator.hpp>
#include <cstdint>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/base/recency_array.h"

namespace starnuma::cache {

enum class LineState : std::uint8_t { kInvalid, kShared, kExclusive, kModified };

struct SocketEntry {
  static constexpr base::LineAddress kNoLine{~std::uint64_t{0}};

  base::LineAddress line = kNoLine;
  base::Time ready_at;                    ///< When the data arrive; an access before waits.
  std::uint32_t cores = 0;                ///< Core-valid bits.
  LineState state = LineState::kInvalid;  ///< Of the socket, towards the home.
  bool in_llc = false;
  bool core_may_write = false;  ///< The one core in `cores` holds the line writable.
  std::uint8_t way = 0;         ///< Of its set: stays while the line is here.
};

class SocketTags {
 public:
  static constexpr int kMaxWays = 64;  ///< As many as a private cache's `place` can name.

  /// `llc_ways + tag_ways` at most kMaxWays.
  SocketTags(std::uint64_t sets, int llc_ways, int tag_ways);

  SocketEntry* find(base::LineAddress line) {
    const std::uint64_t set = index_(line.value);
    SocketEntry* const entries = &entries_[set * ways_];
    SocketEntry* found = nullptr;
    for_likely_ways(set, line, [&](std::uint64_t way) {
      if (entries[way].line != line) return false;
      found = &entries[way];
      return true;
    });
    return found;
  }

  /// The same, most likely in this way.
  SocketEntry* find(base::LineAddress line, std::uint8_t likely_way) {
    SocketEntry& likely = entry_at(line, likely_way);
    return likely.line == line ? &likely : find(line);
  }

  /// An LLC hit: near re-reference.
  void touch(const SocketEntry& entry) { set_distance(set_of(entry), bit_of(entry), 0); }

  /// The entry that must leave the array before `line` can enter, or nothing if there is room.
  SocketEntry* entry_victim(base::LineAddress line);
  /// The entry whose data must leave the LLC before `line`'s data can enter, or nothing.
  SocketEntry* llc_victim(base::LineAddress line);

  /// Enters a line in a free entry; entry_victim() must have nothing to say.
  SocketEntry& insert(base::LineAddress line);
  /// Puts the data of an entry into the LLC; llc_victim() must have nothing to say.
  void place_in_llc(SocketEntry& entry);
  /// Takes the data of an entry out of the LLC; the entry stays.
  void drop_from_llc(SocketEntry& entry);
  void remove(SocketEntry& entry);

  /// Visits every entry; visits may remove it.
  template <class Visit>
  void each(Visit&& visit) {
    for (SocketEntry& entry : entries_) {
      if (entry.line != SocketEntry::kNoLine) visit(entry);
    }
  }

  /// Something of the line is under way, until let_go().
  void hold(const SocketEntry& entry) { set_of(entry).held |= bit_of(entry); }
  void let_go(const SocketEntry& entry) { set_of(entry).held &= ~bit_of(entry); }
  bool held(const SocketEntry& entry) { return (set_of(entry).held & bit_of(entry)) != 0; }

 private:
  using Mask = std::uint64_t;  ///< Bit per way of a set.
  static constexpr std::uint64_t kOnes = 0x0101010101010101;

  /// What a look-up needs of a set of 32 ways, in one host cache line; then what only a replacement
  /// needs.
  struct alignas(64) Set {
    Mask occupied = 0;
    Mask in_llc = 0;
    std::array<Mask, 2> distance{};  ///< SRRIP re-reference prediction, 0 (near) to 3: bit planes.
    std::array<std::uint64_t, kMaxWays / 8> hints{};  ///< A byte of hash per way.
    Mask held = 0;
    int lines = 0;                                 ///< Ways in `occupied`.
    int llc_lines = 0;                             ///< Ways in `in_llc`.
    std::array<std::uint8_t, kMaxWays> entered{};  ///< Occupied ways, the oldest line first.
  };

  static std::uint64_t hint_of(base::LineAddress line) {
    return line.value * 0x9E3779B97F4A7C15ULL >> 56;
  }
  /// Calls visit(way) for the ways that may hold the line, until it says true. Eight one-byte hints
  /// are compared at a time. Free ways may hold any hint: their line never matches.
  template <class Visit>
  void for_likely_ways(std::uint64_t set, base::LineAddress line, Visit&& visit) const {
    const std::uint64_t wanted = kOnes * hint_of(line);
    const auto& hints = sets_[set].hints;
    for (std::uint64_t w = 0; w < hint_words_; ++w) {
      const std::uint64_t differ = hints[w] ^ wanted;
      for (std::uint64_t equal = (differ - kOnes) & ~differ & (kOnes << 7); equal != 0;
           equal &= equal - 1) {
        const std::uint64_t way = w * 8 + static_cast<std::uint64_t>(__builtin_ctzll(equal)) / 8;
        if (way < ways_ && visit(way)) return;
      }
    }
  }
  /// Any entry of the line's set for a way that there is not.
  SocketEntry& entry_at(base::LineAddress line, std::uint8_t way) {
    return entries_[index_(line.value) * ways_ + std::min<std::uint64_t>(way, ways_ - 1)];
  }
  Set& set_of(const SocketEntry& entry) { return sets_[index_(entry.line.value)]; }
  static Mask bit_of(const SocketEntry& entry) { return Mask{1} << entry.way; }
  static void set_distance(Set& set, Mask way, int distance) {
    for (int plane = 0; plane < 2; ++plane) {
      const bool far = (distance >> plane & 1) != 0;
      set.distance[plane] = far ? set.distance[plane] | way : set.distance[plane] & ~way;
    }
  }

  base::SetIndex index_;
  std::uint64_t ways_;
  int llc_ways_;
  Mask all_ways_;
  std::uint64_t hint_words_;
  std::vector<Set> sets_;
  std::vector<SocketEntry, boost::alignment::aligned_allocator<SocketEntry, 64>> entries_;
};

}  // namespace starnuma::cache
