// SPDX-License-Identifier: Apache-2.0
// Tags of a socket: one array for the lines the LLC holds and for those that only private caches
// hold (core-valid bits), so that a look-up answers for the whole socket. No time, no SystemC.
//
// Contract: an entry exists if and only if the LLC or a private cache holds the line. Of a set's
// `llc_ways + tag_ways` entries at most `llc_ways` have their data in the LLC (victims by SRRIP);
// the rest only track private copies (victims: the oldest).
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/cache/private_array_function.h"

namespace starnuma::cache {

enum class LineState : std::uint8_t { kInvalid, kShared, kExclusive, kModified };

struct SocketEntry {
  base::Time ready_at;                    ///< When the data arrive; an access before waits.
  std::uint32_t cores = 0;                ///< Core-valid bits.
  LineState state = LineState::kInvalid;  ///< Of the socket, towards the home.
  bool in_llc = false;
  bool core_may_write = false;  ///< The one core in `cores` holds the line writable.
};

class SocketTags {
 public:
  static constexpr int kMaxWays = 64;

  /// `llc_ways + tag_ways` at most kMaxWays.
  SocketTags(std::uint64_t sets, int llc_ways, int tag_ways);

  SocketEntry* find(base::LineAddress line) {
    const std::uint64_t set = index_(line);
    // Eight one-byte hints are compared at a time; a hit is confirmed by the whole tag. Free ways
    // may hold any hint: their tag never matches.
    const std::uint64_t wanted = kOnes * hint_of(line);
    const std::uint64_t* hints = &hints_[set * hint_words_];
    for (std::uint64_t w = 0; w < hint_words_; ++w) {
      const std::uint64_t differ = hints[w] ^ wanted;
      for (std::uint64_t equal = (differ - kOnes) & ~differ & (kOnes << 7); equal != 0;
           equal &= equal - 1) {
        const std::uint64_t way = w * 8 + static_cast<std::uint64_t>(__builtin_ctzll(equal)) / 8;
        if (way < ways_ && tags_[set * ways_ + way] == line.value) {
          return &entries_[set * ways_ + way];
        }
      }
    }
    return nullptr;
  }
  base::LineAddress line_of(const SocketEntry& entry) const { return {tags_[place_of(entry)]}; }

  /// An LLC hit: near re-reference.
  void touch(const SocketEntry& entry) { distance_[place_of(entry)] = 0; }

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

 private:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
  using Mask = std::uint64_t;  ///< Bit per way of a set.

  static constexpr std::uint64_t kOnes = 0x0101010101010101;

  static std::uint64_t hint_of(base::LineAddress line) {
    return line.value * 0x9E3779B97F4A7C15ULL >> 56;
  }
  void set_hint(std::uint64_t set, std::uint64_t way, std::uint64_t hint) {
    std::uint64_t& word = hints_[set * hint_words_ + way / 8];
    const std::uint64_t shift = way % 8 * 8;
    word = (word & ~(std::uint64_t{0xFF} << shift)) | hint << shift;
  }
  std::uint64_t place_of(const SocketEntry& entry) const {
    return static_cast<std::uint64_t>(&entry - entries_.data());
  }

  SetIndex index_;
  std::uint64_t ways_;
  int llc_ways_;
  Mask all_ways_;
  std::uint64_t hint_words_;
  std::vector<std::uint64_t> hints_;  ///< A byte of hash per way: finds the one tag worth reading.
  std::vector<std::uint64_t> tags_;
  std::vector<SocketEntry> entries_;
  std::vector<std::uint8_t> distance_;  ///< SRRIP re-reference prediction, 0 (near) to 3.
  std::vector<std::uint64_t> entered_;  ///< When a line entered, for the oldest tag-only entry.
  std::vector<Mask> occupied_;
  std::vector<Mask> in_llc_;
  std::uint64_t clock_ = 0;
};

}  // namespace starnuma::cache
