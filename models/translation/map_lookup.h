// SPDX-License-Identifier: Apache-2.0
// Common parts of both look-ups of a logical pool's maps: modules between an agent and the fabric
// that open messages about pool lines.
//
// Contract: requests and give-backs are looked up in time; what answers a home, and all of an
// operating system's copying, goes where the line lies: its sender has learned that from the home
// that asked. A request carries the version of the coarse map by which it was sent in `count`,
// which coherent messages have no other use for; one that comes back to its sender was sent by an
// old version. Regions move in immediate delivery only: a page must not move while a message about
// it is in flight.
#pragma once

#include "models/accounting/stats.h"
#include "models/base/check.h"
#include "models/base/ids.h"
#include "models/kernel/sockets.h"
#include "models/paging/pooled_memory.h"
#include "models/protocol/message.h"
#include "models/translation/map_memory.h"

namespace starnuma::translation {

struct MapLocation {
  int server = 0;  ///< Server number; equals the socket and node number.
  base::AgentMap agents;
  base::Time latency;  ///< Latency of a look-up that hits in the buffer.
  MapMemory memory;
};

struct MapStats {
  std::int64_t lookups = 0;
  std::int64_t misses = 0;  ///< Number of look-ups that missed in the buffer.

  double hit_rate() const {
    return lookups > 0 ? 1 - static_cast<double>(misses) / static_cast<double>(lookups) : 0;
  }
};

/// Returns true if the maps are looked up for the message.
inline bool needs_lookup(const protocol::Message& message) {
  if (message.purpose == protocol::Message::Purpose::kMigration) return false;
  const protocol::Role role = protocol::role_of(message);
  return role == protocol::Role::kRequest || role == protocol::Role::kGiveBack ||
         role == protocol::Role::kUncached;
}

}  // namespace starnuma::translation
