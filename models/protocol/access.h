// SPDX-License-Identifier: Apache-2.0
// The payload between a core, its TLB, its private caches and the socket's caching agent.
//
// Contract: the initiator fills address, kind, core, issued and time (= issued); each box moves
// `time` to when its answer is there. `time - issued` is the whole latency.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::protocol {

enum class AccessKind : std::uint8_t {
  kLoad,
  kStore,
  kAtomic,         ///< read-modify-write; needs the line writable like a store
  kUncachedLoad,   ///< of a line that no cache ever holds
  kUncachedStore,  ///< writes such a line as a whole
  kTracker,        ///< read-modify-write of metadata by a tracker update unit; not a demand access
  kWalk,           ///< page-table entry read by a walker; not a demand access
  kWriteback,      ///< a private cache gives up a line; `dirty` says whether data come along
  kFlush,     ///< the core's host gives up a line, what is written of it first (x86 clflushopt)
  kMoveRead,  ///< the OS takes a line of a page that moves; no demand access
  kMoveWrite  ///< the OS writes a line of a moved page or of a page table; no demand access
};
constexpr bool is_write(AccessKind kind) {
  return kind == AccessKind::kStore || kind == AccessKind::kAtomic ||
         kind == AccessKind::kTracker || kind >= AccessKind::kFlush;
}
constexpr bool is_uncached(AccessKind kind) {
  return kind == AccessKind::kUncachedLoad || kind == AccessKind::kUncachedStore;
}
constexpr bool is_move(AccessKind kind) { return kind >= AccessKind::kMoveRead; }

enum class ServedBy : std::uint8_t { kL1, kL2, kSocket, kMemory, kPoison };

struct Access {
  Access() {}  // field by field: to clear it as a whole takes hosts longer

  base::VirtualAddress address;
  base::LineAddress line;      ///< Filled by translation.
  base::Time issued;           ///< When the core asked.
  base::Time time;             ///< In: at the receiver. Out: the data are there.
  base::Time walk;             ///< Part of the time so far spent on translation, contention aside.
  base::Time walk_queue;       ///< Contention met by the walk.
  base::Time migration_stall;  ///< Time so far spent waiting for a page to settle.
  base::Time mshr_queue;       ///< Time so far spent waiting for a miss register.
  base::Time register_wait;    ///< Part of it that was spent waiting for an MSHR of the core.
  base::Time registered;       ///< When it took an MSHR of the core.
  base::Time queue;            ///< Out: the contention part of its time.
  std::uint64_t transaction = 0;  ///< Out: that brought its line, as on its messages' envelopes.
  base::CoreId core{};
  AccessKind kind = AccessKind::kLoad;
  ServedBy served_by = ServedBy::kL1;  ///< Out.
  bool writable = false;               ///< Out: the private cache may write without asking.
  bool dirty = false;  ///< In: of kWriteback and kFlush data come along; of kStore, the whole line.
  bool faulted = false;  ///< `migration_stall` is that of a page fault.
  /// Where the caching agent keeps the line, a hint. Out; in, for kWriteback, as it was told.
  std::uint8_t place = 0;
};

/// Whatever the line held before is gone with the access.
inline bool writes_whole_line(const Access& access) {
  return access.kind == AccessKind::kStore && access.dirty;
}

}  // namespace starnuma::protocol
