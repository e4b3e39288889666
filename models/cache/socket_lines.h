// SPDX-License-Identifier: Apache-2.0
// Lines of a socket: tags with their stable states, copies in the private caches of the cores, and
// miss registers of lines with an outstanding transaction.
//
// Contract:
// - Core-valid bits are exact. At most one core may write a line without a further request.
// - The copy checker and the fault model are notified of written and removed lines.
#pragma once

#include <vector>

#include "models/cache/agent_context.h"
#include "models/cache/cache_config.h"
#include "models/cache/core_sets.h"
#include "models/cache/miss_registers.h"
#include "models/cache/private_snoop.h"
#include "models/cache/socket_tags_function.h"

namespace starnuma::cache {

/// Returns true if the socket has the permission that the access needs.
inline bool may_use(const SocketEntry& entry, const protocol::Access& access) {
  return entry.state != LineState::kShared || !protocol::is_write(access.kind);
}

inline protocol::RequesterState state_of(const SocketEntry& entry) {
  // The stable states have the same values in both enumerations.
  static_assert(static_cast<int>(LineState::kModified) ==
                static_cast<int>(protocol::RequesterState::kModified));
  return static_cast<protocol::RequesterState>(entry.state);
}

/// Returns true if the access writes the line when it completes. The OS reads a line of a page that
/// it moves with write permission.
inline bool writes(const protocol::Access& access) {
  return protocol::is_write(access.kind) && access.kind != protocol::AccessKind::kMoveRead;
}

class SocketLines {
 public:
  using Demand = PrivateSnoop::Demand;

  /// `context` must outlive this object.
  SocketLines(AgentContext& context, const SocketCacheConfig& config);

  SocketTags tags;
  MissRegisters registers;
  LineWaits waits;

  /// Registers the private caches by core. Precondition: before the first access.
  void connect(std::vector<PrivateSnoop*> private_caches) {
    private_caches_ = std::move(private_caches);
  }

  /// Returns true if the line has no outstanding transaction.
  bool settled(base::LineAddress line) const { return registers.find(line) == nullptr; }
  /// Returns true if the core's private caches hold the line.
  bool in_core(base::LineAddress line, int core) {
    const SocketEntry* const entry = tags.find(line);
    return entry != nullptr && core_sets_.contains(entry->cores, core);
  }
  /// Serves a hit: the socket holds the line with the permission that the access needs.
  void serve(protocol::Access& access, SocketEntry& entry, int core);
  /// Delivers a granted line to the core. The copies of other cores are invalidated if it writes.
  void hand_over(protocol::Access& access, SocketEntry& entry, int core);
  /// Removes the copy of a core that evicts the line; returns the line's entry.
  SocketEntry& take_back(const protocol::Access& access, int core);
  /// Starts a flush by a core, whose private caches have already evicted the line. Returns the
  /// line's entry, or null.
  SocketEntry* start_flush(const protocol::Access& access, int core);

  /// Downgrades or invalidates the copies of all cores but one; returns true if one was dirty.
  bool snoop_cores(SocketEntry& entry, Demand demand, int but = CoreSets::kNone);
  /// Invalidates all private copies of the line; returns true if the socket has written it.
  bool invalidate_cores(SocketEntry& entry) {
    return snoop_cores(entry, Demand::kInvalidate) || entry.state == LineState::kModified;
  }
  /// Removes a line whose private copies are invalidated.
  void remove(SocketEntry& entry);

 private:
  /// Gives the core a copy, which it may write if no other core and no other socket has one.
  void grant(protocol::Access& access, SocketEntry& entry, int core);

  AgentContext& context_;
  CoreSets core_sets_;  ///< Makes `cores` of the entries of `tags`.
  base::Time private_snoop_latency_;
  std::vector<PrivateSnoop*> private_caches_;
};

inline void SocketLines::grant(protocol::Access& access, SocketEntry& entry, int core) {
  core_sets_.insert(entry.cores, core);
  access.writable = core_sets_.is_only(entry.cores, core) && entry.state != LineState::kShared;
  access.place = entry.way;
  entry.core_may_write = access.writable;
  if (!writes(access)) return;
  entry.state = LineState::kModified;
  if (context_.copies() != nullptr) {
    context_.copies()->wrote(entry.line, context_.place.socket, access.time);
  }
}

inline void SocketLines::hand_over(protocol::Access& access, SocketEntry& entry, int core) {
  if (protocol::is_write(access.kind) && entry.cores != 0) {
    snoop_cores(entry, Demand::kInvalidate, core);
  }
  grant(access, entry, core);
}

inline void SocketLines::remove(SocketEntry& entry) {
  const base::SocketId socket = context_.place.socket;
  if (context_.copies() != nullptr) context_.copies()->lost(entry.line, socket);
  if (__builtin_expect(context_.damage() != nullptr, 0)) {
    context_.damage()->dropped(socket, entry.line);
  }
  tags.remove(entry);
}

}  // namespace starnuma::cache
