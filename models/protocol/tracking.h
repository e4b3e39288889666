// SPDX-License-Identifier: Apache-2.0
// What the tracking hardware exchanges: annex events of a core's STLB, hand-overs from the annex to
// the tracker update unit, and the unit's accesses to the metadata region.
//
// Contract: plain data. In each payload `time` moves from when the event is at the receiver to when
// the receiver is done with it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/base/ids.h"
#include "models/base/page_id.h"
#include "models/base/quantities.h"

namespace starnuma::protocol {

inline constexpr int kMaxCountWidth = 16;

/// Largest value of a saturating counter of `count_width` bits.
constexpr std::uint32_t max_count(int count_width) { return (std::uint32_t{1} << count_width) - 1; }

/// A saturating counter.
struct Counter {
  /// It counts as far as its bits hold.
  constexpr Counter(int bits) : Counter(bits, max_count(bits)) {}
  /// It stops at `most`: at least 1 where there are bits, and at most what they hold.
  constexpr Counter(int bits, std::uint32_t most) : width(bits), max(most) {}

  int width;
  std::uint32_t max;
};

/// LLC-missing loads of a page since its last hand-over. With count width 0 the count is 0 and the
/// hand-over says only that the page was touched.
struct HandOver {
  base::PageId page;
  std::uint32_t count = 0;
  friend constexpr bool operator==(HandOver a, HandOver b) {
    return a.page == b.page && a.count == b.count;
  }
};

enum class AnnexEventKind : std::uint8_t {
  kIncrement,        ///< an LLC-missing load has completed whose translation is in `slot`
  kOrphanIncrement,  ///< the same, but the translation has gone meanwhile: no slot
  kAccess,           ///< an access through a marked slot
  kEvict,            ///< the slot's translation is replaced; `page` is the one that goes
  kInvalidate,       ///< a shootdown takes the slot's translation away
  kMarkAll           ///< once per phase: no slot, no page
};

/// From the MMU to the annex. An event causes at most one hand-over.
struct AnnexEvent {
  AnnexEventKind kind = AnnexEventKind::kIncrement;
  std::uint32_t slot = 0;  ///< STLB slot.
  base::PageId page;       ///< The page that the slot translates.
  base::Time time;
};

/// From the annex to the tracker update unit.
struct TrackerRequest {
  HandOver hand_over;
  base::Time time;
};

/// Where sharer bits and count lie in a metadata entry, which is one word of 2, 4 or 8 bytes:
/// sharer bits from bit 0, the count above them, which is never more than the counter's maximum.
struct MetadataLayout {
  int sockets = 16;
  Counter counter = 16;

  constexpr int entry_shift() const {
    int shift = 1;
    while ((8 << shift) < sockets + counter.width) ++shift;
    return shift;
  }
  constexpr int entry_bytes() const { return 1 << entry_shift(); }
  constexpr std::uint32_t sharers(std::uint64_t word) const {
    return static_cast<std::uint32_t>(word & ((std::uint64_t{1} << sockets) - 1));
  }
  constexpr std::uint32_t count(std::uint64_t word) const {
    return static_cast<std::uint32_t>(word >> sockets) & max_count(counter.width);
  }
  constexpr std::uint64_t word(std::uint32_t sharers, std::uint32_t count) const {
    return (static_cast<std::uint64_t>(count) << sockets) | sharers;
  }
  /// The entry with more sharers and a larger count, which saturates.
  constexpr std::uint64_t sum(std::uint64_t old_word, std::uint32_t more_sharers,
                              std::uint32_t more) const {
    const std::uint32_t old_count = count(old_word);
    return word(sharers(old_word) | more_sharers,
                old_count + std::min(more, counter.max - old_count));
  }
};

/// How a tracker update unit changes an entry.
enum class TrackerUpdateMode : std::uint8_t {
  kOwnLine,   ///< reads it with the right to write, and writes it back
  kAddAtHome  ///< has the home of its line add to it
};

/// From the tracker update unit towards its socket's caching agent. A read takes the line in M and
/// holds it until the write or the release that follows, so no other socket's update falls between.
/// An add is posted, and `time` moves to when the next one may be: the home of the entry adds the
/// word's sharer bit and count.
struct MetadataAccess {
  enum class Kind : std::uint8_t { kReadAndHold, kWriteAndRelease, kRelease, kAdd };
  Kind kind = Kind::kReadAndHold;
  std::uint64_t address = 0;  ///< Byte address of the entry, a multiple of its size.
  std::uint64_t word = 0;     ///< Out for kReadAndHold, in for kWriteAndRelease and kAdd.
  base::Time time;
};

}  // namespace starnuma::protocol
