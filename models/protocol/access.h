// SPDX-License-Identifier: Apache-2.0
// Payload between a core, its TLB, its private caches and the socket's caching agent.
//
// Contract:
// - The initiator sets address, kind, core, issued and time (= issued).
// - Each component advances `time` to the time of its response; `time - issued` is the total
//   latency.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::protocol {

enum class AccessKind : std::uint8_t {
  kLoad,
  kStore,
  kAtomic,                ///< read-modify-write; needs the line writable like a store
  kUncachedLoad,          ///< load of a line that no cache may hold
  kUncachedStore,         ///< store of a whole line that no cache may hold
  kUncachedPartialStore,  ///< store of a part of such a line
  /// Coherent load that leaves no copy if a pool device serves it; otherwise kLoad in the response.
  kCurrentLoad,
  kTracker,    ///< read-modify-write of metadata by a tracker update unit; not a demand access
  kWalk,       ///< page-table read by a walker; not a demand access
  kWriteback,  ///< eviction from a private cache; `dirty` is true if it carries data
  kFlush,  ///< flush by the core (x86 clflushopt): writes back and invalidates the line in its host
  kMoveRead,  ///< read by the OS of a line of a migrating page; not a demand access
  /// Write by the OS of a line of a migrated page or of a page table; not a demand access.
  kMoveWrite
};
constexpr bool is_write(AccessKind kind) {
  return kind == AccessKind::kStore || kind == AccessKind::kAtomic ||
         kind == AccessKind::kTracker || kind >= AccessKind::kFlush;
}
constexpr bool is_uncached(AccessKind kind) {
  return kind >= AccessKind::kUncachedLoad && kind <= AccessKind::kUncachedPartialStore;
}
constexpr bool is_move(AccessKind kind) { return kind >= AccessKind::kMoveRead; }

enum class ServedBy : std::uint8_t { kL1, kL2, kSocket, kMemory, kPoison };

struct Access {
  Access() {}  // initializes each field; clearing the whole struct is slower on hosts

  base::VirtualAddress address;  ///< kWalk: the address that is translated.
  base::LineAddress line;        ///< Filled by translation.
  base::Time issued;             ///< When the core asked.
  base::Time time;               ///< In: at the receiver. Out: the data are there.
  base::Time walk;             ///< Part of the current time spent on translation, contention aside.
  base::Time walk_queue;       ///< Contention met by the walk.
  base::Time migration_stall;  ///< Current total of waits for a page to settle.
  base::Time mshr_queue;       ///< Current total of waits for a miss register.
  base::Time register_wait;    ///< Part of it that was spent waiting for an MSHR of the core.
  base::Time registered;       ///< When it took an MSHR of the core.
  base::Time queue;            ///< Out: the contention part of its time.
  std::uint64_t transaction = 0;  ///< Out: that brought its line, as on its messages' envelopes.
  base::CoreId core{};
  AccessKind kind = AccessKind::kLoad;
  ServedBy served_by = ServedBy::kL1;  ///< Out.
  bool writable = false;  ///< Out: the private cache may write without a further request.
  bool dirty = false;     ///< In: kWriteback and kFlush carry data; kStore writes the whole line.
  bool faulted = false;   ///< `migration_stall` is the time of a page fault.
  /// Way hint of the caching agent. Out: the way that holds the line. In, for kWriteback: the value
  /// that was returned when the line was filled; for kWalk: the level of the entry, 0 is the leaf.
  std::uint8_t place = 0;
};

/// Returns true if the access overwrites the whole line, so that the previous data are not needed.
inline bool writes_whole_line(const Access& access) {
  return access.kind == AccessKind::kStore && access.dirty;
}

/// Exception for an access that no memory completes: its line is outside the memory that the core's
/// host can reach, its home does not respond, or its data are poisoned.
///
/// Contract:
/// - The component that detects the error throws, either before the access leaves its socket or
///   when the response carries poison.
/// - The core catches the exception, or the entry point of a transaction from outside does.
/// - Caches are unchanged, except that a flush has already invalidated the line in the core's
///   private caches.
class AccessError : public std::runtime_error {
 public:
  /// `notified` is the time at which the core is notified, if that is later than its own time.
  explicit AccessError(const std::string& what, base::Time notified = base::Time(0))
      : std::runtime_error(what), notified_(notified) {}

  base::Time notified() const { return notified_; }

 private:
  base::Time notified_;
};

/// Calls `work`, and then `leave` whether `work` returns or throws AccessError. A destructor must
/// not call `leave`: when a fiber is unwound at the end of the run, the objects that `leave` uses
/// may no longer exist.
template <class Work, class Leave>
void then_leave(const Work& work, const Leave& leave) {
  try {
    work();
  } catch (const AccessError&) {
    leave();
    throw;
  }
  leave();
}

/// Interface by which an MMU reports the accesses of its core to a passive observer.
///
/// Contract: accessed() is called when an access completes, in the order in which accesses take
/// effect. The observer does not affect the simulation.
class AccessObserver {
 public:
  virtual ~AccessObserver() = default;
  virtual void accessed(const Access& access, base::SocketId socket) = 0;
};

}  // namespace starnuma::protocol
