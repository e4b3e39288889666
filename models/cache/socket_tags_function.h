// SPDX-License-Identifier: Apache-2.0
// Tags of a socket: one array for the lines the LLC holds and for those that only private caches
// hold (core-valid bits), so that a look-up answers for the whole socket. No time, no SystemC.
//
// Contract: an entry exists if and only if the LLC or a private cache holds the line. Of a set's
// `llc_ways + tag_ways` entries at most `llc_ways` have their data in the LLC (victims by SRRIP);
// the rest only track private copies (victims by LRU).
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/cache/private_array_function.h"

namespace starnuma::cache {

enum class LineState : std::uint8_t { kInvalid, kShared, kExclusive, kModified };

struct SocketEntry {
  LineState state = LineState::kInvalid;  ///< Of the socket, towards the home.
  bool in_llc = false;
  bool core_may_write = false;  ///< The one core in `cores` holds the line writable.
  std::uint8_t distance = 0;    ///< SRRIP re-reference prediction, 0 (near) to 3.
  std::uint32_t cores = 0;      ///< Core-valid bits.
  base::Time ready_at;          ///< When the data arrive; an access before waits.
  std::uint64_t used = 0;
};

class SocketTags {
 public:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};

  SocketTags(std::uint64_t sets, int llc_ways, int tag_ways);

  SocketEntry* find(base::LineAddress line) {
    const std::uint64_t first = index_(line) * ways_;
    for (std::uint64_t i = first; i < first + ways_; ++i) {
      if (tags_[i] == line.value) return &entries_[i];
    }
    return nullptr;
  }
  base::LineAddress line_of(const SocketEntry& entry) const {
    return {tags_[static_cast<std::size_t>(&entry - entries_.data())]};
  }

  /// An LLC hit: near re-reference, most recently used.
  void touch(SocketEntry& entry) {
    entry.distance = 0;
    entry.used = ++clock_;
  }

  /// The entry that must leave the array before `line` can enter, or nothing if there is room.
  SocketEntry* entry_victim(base::LineAddress line);
  /// The entry whose data must leave the LLC before `line`'s data can enter, or nothing.
  SocketEntry* llc_victim(base::LineAddress line);

  /// Enters a line in a free entry; entry_victim() must have nothing to say.
  SocketEntry& insert(base::LineAddress line);
  /// Puts the data of an entry into the LLC; llc_victim() must have nothing to say.
  void place_in_llc(SocketEntry& entry);
  void remove(SocketEntry& entry);

 private:
  SetIndex index_;
  std::uint64_t ways_;
  int llc_ways_;
  std::vector<std::uint64_t> tags_;
  std::vector<SocketEntry> entries_;
  std::uint64_t clock_ = 0;
};

}  // namespace starnuma::cache
