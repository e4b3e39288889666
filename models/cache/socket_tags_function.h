// SPDX-License-Identifier: Apache-2.0
// Tags of a socket: one array for lines in the LLC and for lines that only private caches hold
// (sets of cores). One look-up covers the whole socket. No time, no SystemC.
//
// Contract:
// - An entry exists if and only if the LLC or a private cache holds the line, or the entry is
//   pinned by hold().
// - At most `llc_ways` of a set's `llc_ways + tag_ways` entries have data in the LLC. Their
//   replacement is SRRIP.
// - The other entries only track private copies. Their replacement is FIFO.
// - A pinned entry is never the result of entry_victim().
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
  base::Time ready_at;      ///< Arrival time of the data; earlier accesses wait for it.
  std::uint32_t cores = 0;  ///< Cores that hold the line, a value of CoreSets.
  LineState state = LineState::kInvalid;  ///< Coherence state of the socket.
  bool in_llc = false;
  bool core_may_write = false;  ///< The only core in `cores` holds the line writable.
  std::uint8_t way = 0;         ///< Way in the set; constant while the line is present.
};

class SocketTags {
 public:
  static constexpr int kMaxWays = 64;  ///< Limit given by the width of `place` in a private cache.

  /// Precondition: `llc_ways + tag_ways` is at most kMaxWays.
  SocketTags(std::uint64_t sets, int llc_ways, int tag_ways);

  SocketEntry* find(base::LineAddress line) {
    const std::uint64_t set = index_(line.value);
    SocketEntry* const entries = &entries_[set * ways_];
    SocketEntry* found = nullptr;
    for_matching_ways(set, line, [&](std::uint64_t way) {
      if (entries[way].line != line) return false;
      found = &entries[way];
      return true;
    });
    return found;
  }

  /// Returns the entry of a line, trying `likely_way` first.
  SocketEntry* find(base::LineAddress line, std::uint8_t likely_way) {
    SocketEntry& likely = entry_at(line, likely_way);
    return likely.line == line ? &likely : find(line);
  }

  /// Records an LLC hit: near re-reference.
  void touch(const SocketEntry& entry) { set_distance(set_of(entry), bit_of(entry), 0); }

  /// Returns the entry to evict before `line` can be inserted, or null if a way is free.
  SocketEntry* entry_victim(base::LineAddress line);
  /// Returns the entry whose data must leave the LLC before the data of `line` can enter, or null.
  SocketEntry* llc_victim(base::LineAddress line);

  /// Inserts a line into a free way. Precondition: entry_victim() returns null.
  SocketEntry& insert(base::LineAddress line);
  /// Places the data of an entry in the LLC. Precondition: llc_victim() returns null.
  void insert_in_llc(SocketEntry& entry);
  /// Removes the data of an entry from the LLC; the entry remains.
  void drop_from_llc(SocketEntry& entry);
  void remove(SocketEntry& entry);

  /// Visits every entry. A visit may remove its entry.
  template <class Visit>
  void each(Visit&& visit) {
    for (SocketEntry& entry : entries_) {
      if (entry.line != SocketEntry::kNoLine) visit(entry);
    }
  }

  /// Pins an entry with an outstanding transaction until unpin().
  void hold(const SocketEntry& entry) { set_of(entry).held |= bit_of(entry); }
  void unpin(const SocketEntry& entry) { set_of(entry).held &= ~bit_of(entry); }
  bool held(const SocketEntry& entry) { return (set_of(entry).held & bit_of(entry)) != 0; }

 private:
  using Mask = std::uint64_t;  ///< One bit per way of a set.
  static constexpr std::uint64_t kOnes = 0x0101010101010101;

  /// Fields of a look-up in a set of 32 ways, in one host cache line, then fields of a replacement.
  struct alignas(64) Set {
    Mask occupied = 0;
    Mask in_llc = 0;
    /// SRRIP re-reference prediction, 0 (near) to 3, as bit planes.
    std::array<Mask, 2> distance{};
    std::array<std::uint64_t, kMaxWays / 8> hints{};  ///< One byte of hash per way.
    Mask held = 0;
    int lines = 0;                                 ///< Number of ways in `occupied`.
    int llc_lines = 0;                             ///< Number of ways in `in_llc`.
    std::array<std::uint8_t, kMaxWays> entered{};  ///< Occupied ways, oldest line first.
  };

  static std::uint64_t hint_of(base::LineAddress line) {
    return line.value * 0x9E3779B97F4A7C15ULL >> 56;
  }
  /// Calls visit(way) for the ways that may hold the line until it returns true. Compares eight
  /// one-byte hints at a time. A free way may match by its hint; its line never matches.
  template <class Visit>
  void for_matching_ways(std::uint64_t set, base::LineAddress line, Visit&& visit) const {
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
  /// Returns the entry of a way in the line's set; an out-of-range way is clamped.
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
