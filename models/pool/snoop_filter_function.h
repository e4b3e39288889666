// SPDX-License-Identifier: Apache-2.0
// Inclusive snoop filter of the device, with finite sets and ways and a victim policy. It has no
// notion of time and does not depend on SystemC.
//
// Contract:
// - A tag covers a sector: one aligned line, or several with a state and hosts each.
// - Every line that a host caches has an entry in a sector with a tag. A line of such a sector that
//   no host holds has an entry in state I. A sector without held lines has no tag.
// - Before the caller inserts a line into a full set, it back-invalidates all lines of the victim
//   sector and removes them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/base/ids.h"
#include "models/base/prefetch.h"
#include "models/base/random.h"
#include "models/base/recency_array.h"
#include "models/protocol/cxl/device_table.h"
#include "models/protocol/directory_entry.h"
#include "models/timing/interleave.h"

namespace starnuma::pool {

/// Entry of a full set that is replaced; with sectors, all lines of its sector.
enum class VictimPolicy : std::uint8_t {
  kLru,            ///< least recently used
  kFifo,           ///< oldest insertion
  kLifo,           ///< newest insertion
  kMru,            ///< most recently used
  kLfi,            ///< line with the fewest insertions; of several the newest insertion
  kRandom,         ///< any
  kFewestSharers,  ///< fewest copies at hosts; of several the least recently used
};

class SnoopFilter {
 public:
  using Entry = protocol::DirectoryEntry<protocol::cxl::DeviceState>;

  /// `decoder` maps a line to the device's own address, which determines the set. Preconditions:
  /// `sector_lines` is a power of two, and the decoder keeps a sector together.
  SnoopFilter(std::uint64_t sets, int ways,
              timing::Interleave decoder = {1, base::Bytes(base::kLineBytes)},
              VictimPolicy policy = VictimPolicy::kLru, int sector_lines = 1);

  /// Returns the line's entry without counting as a use; returns null if its sector has no tag.
  Entry* find(base::LineAddress line) {
    return const_cast<Entry*>(static_cast<const SnoopFilter*>(this)->find(line));
  }
  const Entry* find(base::LineAddress line) const;
  /// Counts a use of an entry's sector.
  void use(const Entry& entry);
  /// Prefetches, on the host, the tags of the set of the line.
  void prefetch(base::LineAddress line) const {
    const std::uint64_t* const first = &tags_[first_of(line)];
    base::prefetch(first);
    base::prefetch(first + ways_ - 1);
  }
  /// Returns true if the set of `line` is full.
  bool full(base::LineAddress line) const;
  /// Returns true if both lines are in one set.
  bool same_set(base::LineAddress a, base::LineAddress b) const {
    return first_of(a) == first_of(b);
  }
  /// Returns true if both lines are in one sector.
  bool same_sector(base::LineAddress a, base::LineAddress b) const {
    return tag_of(a) == tag_of(b);
  }
  /// Returns the first entry of the sector of the set of `line` that the policy replaces, of those
  /// for whose entries `is_replaceable` returns true; null if there is none. Precondition: the set
  /// is full.
  template <class IsReplaceable>
  Entry* victim(base::LineAddress line, IsReplaceable&& is_replaceable) {
    const std::uint64_t first = first_of(line);
    Entry* victim = nullptr;
    Rank lowest;
    for (std::uint64_t i = first; i < first + ways_; ++i) {
      const Sector<Entry> sector = sector_of(i);
      if (!std::all_of(sector.begin(), sector.end(), is_replaceable)) continue;
      const Rank rank = rank_of(i);
      if (victim != nullptr && lowest <= rank) continue;
      lowest = rank;
      victim = sector.begin();
    }
    return victim;
  }
  /// Allocates a sector and returns the entry of `line`; all entries are in state I. Precondition:
  /// the set is not full.
  Entry& insert(base::LineAddress line);
  /// Sets an entry to state I. Returns true if that freed the tag, because no host holds another
  /// line of the sector.
  bool remove(Entry& entry);

  /// Entries of the lines of one sector.
  template <class E>
  struct Sector {
    E* first;
    E* last;
    E* begin() const { return first; }
    E* end() const { return last; }
  };
  /// Returns the sector of an entry.
  Sector<Entry> sector_of(const Entry& entry) { return sector_of(index_of(entry) >> shift_); }
  Sector<const Entry> sector_of(const Entry& entry) const {
    return sector_of(index_of(entry) >> shift_);
  }
  /// Visits the sectors of the set of `line`.
  template <class Visit>
  void each_of_set(base::LineAddress line, Visit&& visit) const {
    const std::uint64_t first = first_of(line);
    for (std::uint64_t i = first; i < first + ways_; ++i) {
      if (tags_[i] != kEmpty) visit(sector_of(i));
    }
  }
  /// Visits every entry of a sector with a tag; `visit` may remove the entry.
  template <class Visit>
  void each(Visit&& visit) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (tags_[i >> shift_] != kEmpty) visit(entries_[i]);
    }
  }

  base::LineAddress line_of(const Entry& entry) const {
    const std::size_t i = index_of(entry);
    return {tags_[i >> shift_] << shift_ | (i & in_sector_)};
  }
  /// Returns the directory slice of a line: the XOR of all groups of bits of the number of its set.
  /// A set lies in one slice, and each slice has lines of any power-of-two stride. Precondition:
  /// `slices` is a power of two.
  std::size_t slice_of(base::LineAddress line, int slices) const {
    if (slices == 1) return 0;
    const int bits = __builtin_ctz(static_cast<unsigned>(slices));
    std::uint64_t folded = 0;
    for (std::uint64_t set = first_of(line) / ways_; set != 0; set >>= bits) folded ^= set;
    return folded & static_cast<std::uint64_t>(slices - 1);
  }
  std::uint64_t occupancy() const { return occupancy_; }
  std::uint64_t capacity() const { return tags_.size(); }

 private:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
  std::uint64_t first_of(base::LineAddress line) const {
    return index_(decoder_.place_of(line.in_node()).line_in_channel >> shift_) * ways_;
  }
  std::uint64_t tag_of(base::LineAddress line) const { return line.value >> shift_; }
  std::size_t index_of(const Entry& entry) const {
    return static_cast<std::size_t>(&entry - entries_.data());
  }
  Sector<Entry> sector_of(std::uint64_t tag) {
    Entry* const first = &entries_[tag << shift_];
    return {first, first + in_sector_ + 1};
  }
  Sector<const Entry> sector_of(std::uint64_t tag) const {
    const Entry* const first = &entries_[tag << shift_];
    return {first, first + in_sector_ + 1};
  }

  /// Rank of an entry among those of its set; the lowest is replaced.
  using Rank = std::pair<std::uint64_t, std::uint64_t>;
  Rank rank_of(std::uint64_t i);
  std::uint64_t copies_of(std::uint64_t tag) const;
  bool orders_by_use() const {
    return policy_ == VictimPolicy::kLru || policy_ == VictimPolicy::kMru ||
           policy_ == VictimPolicy::kFewestSharers;
  }

  timing::Interleave decoder_;
  VictimPolicy policy_;
  base::SetIndex index_;
  std::uint64_t ways_;
  int shift_;                ///< Lines of a sector, as a power of two.
  std::uint64_t in_sector_;  ///< Bits of a line's number within its sector.
  std::vector<std::uint64_t> tags_;
  std::vector<std::uint64_t> order_;  ///< Time of the last use or of the insertion, by tag.
  std::vector<Entry> entries_;        ///< Entries of the lines of each tag.
  std::uint64_t clock_ = 0;
  std::uint64_t occupancy_ = 0;
  base::Random random_{1};
  /// Insertions of each tag, for kLfi; used for look-up only, never iterated.
  std::unordered_map<std::uint64_t, std::uint64_t> insertions_;
};

}  // namespace starnuma::pool
