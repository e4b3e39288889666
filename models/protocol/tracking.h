// SPDX-License-Identifier: Apache-2.0
// Payloads of the tracking hardware: annex events of a core's STLB, hand-overs from the annex to
// the tracker update unit, and the unit's accesses to the metadata region.
//
// Contract: plain data. The receiver advances `time` from the arrival of the event to the time at
// which it has processed the event.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::protocol {

inline constexpr int kMaxCountWidth = 16;

/// Returns the maximum value of a saturating counter of `count_width` bits.
constexpr std::uint32_t max_count(int count_width) { return (std::uint32_t{1} << count_width) - 1; }

/// Saturating counter.
struct Counter {
  /// Saturates at the maximum of its width.
  constexpr Counter(int bits) : Counter(bits, max_count(bits)) {}
  /// Saturates at `most`, which is at least 1 if the width is not 0, and at most the maximum of the
  /// width.
  constexpr Counter(int bits, std::uint32_t most) : width(bits), max(most) {}

  int width;
  std::uint32_t max;
};

/// Number of LLC-missing loads of a page since its last hand-over. With a count width of 0 the
/// count is 0, and the hand-over only reports that the page was accessed.
struct HandOver {
  base::PageId page;
  std::uint32_t count = 0;
  friend constexpr bool operator==(HandOver a, HandOver b) {
    return a.page == b.page && a.count == b.count;
  }
};

enum class AnnexEventKind : std::uint8_t {
  kIncrement,        ///< completion of an LLC-missing load whose translation is in `slot`
  kOrphanIncrement,  ///< completion of an LLC-missing load whose translation was evicted; no slot
  kAccess,           ///< access through a marked slot
  kEvict,            ///< replacement of the slot's translation; `page` is the evicted page
  kInvalidate,       ///< invalidation of the slot's translation by a shootdown
  kMarkAll           ///< start of a phase: marks all slots; no slot, no page
};

/// Event from the MMU to the annex; causes at most one hand-over.
struct AnnexEvent {
  AnnexEventKind kind = AnnexEventKind::kIncrement;
  std::uint32_t slot = 0;  ///< STLB slot.
  base::PageId page;       ///< Page that the slot translates.
  base::Time time;
};

/// Request from the annex to the tracker update unit.
struct TrackerRequest {
  HandOver hand_over;
  base::Time time;
};

/// Layout of a metadata entry, a word of 2, 4 or 8 bytes. Sharer bits start at bit 0, and the count
/// is above them. The count never exceeds the maximum of the counter.
struct MetadataLayout {
  int sockets = 16;
  Counter counter = 16;

  constexpr int entry_shift() const {
    int shift = 1;
    while ((8 << shift) < sockets + counter.width) ++shift;
    return shift;
  }
  constexpr std::uint32_t sharers(std::uint64_t word) const {
    return static_cast<std::uint32_t>(word & ((std::uint64_t{1} << sockets) - 1));
  }
  constexpr std::uint32_t count(std::uint64_t word) const {
    return static_cast<std::uint32_t>(word >> sockets) & max_count(counter.width);
  }
  constexpr std::uint64_t word(std::uint32_t sharers, std::uint32_t count) const {
    return (static_cast<std::uint64_t>(count) << sockets) | sharers;
  }
  /// Returns the entry with additional sharers and an increased, saturating count.
  constexpr std::uint64_t sum(std::uint64_t old_word, std::uint32_t more_sharers,
                              std::uint32_t more) const {
    const std::uint32_t old_count = count(old_word);
    return word(sharers(old_word) | more_sharers,
                old_count + std::min(more, counter.max - old_count));
  }
};

/// Method by which a tracker update unit changes an entry.
enum class TrackerUpdateMode : std::uint8_t {
  kOwnLine,   ///< reads the line with the right to write, and writes it back
  kAddAtHome  ///< sends an addition to the home of the line
};

enum class MetadataAccessKind : std::uint8_t { kReadAndHold, kWriteAndRelease, kRelease, kAdd };

/// Request from the tracker update unit to its socket's caching agent. A read acquires the line in
/// M and holds it until the subsequent write or release, so updates of other sockets cannot
/// intervene. An add is posted: the home of the entry adds the word's sharer bit and count, and
/// `time` advances to the earliest time of the next add.
struct MetadataAccess {
  MetadataAccessKind kind = MetadataAccessKind::kReadAndHold;
  std::uint64_t address = 0;  ///< Byte address of the entry, a multiple of its size.
  std::uint64_t word = 0;     ///< Out for kReadAndHold, in for kWriteAndRelease and kAdd.
  base::Time time;
};

}  // namespace starnuma::protocol
