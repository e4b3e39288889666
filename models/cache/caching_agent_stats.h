// SPDX-License-Identifier: Apache-2.0
// Statistics of a caching agent.
#pragma once

#include <array>
#include <cstdint>

#include "models/accounting/stats.h"
#include "models/cache/caching_agent_place.h"

namespace starnuma::cache {

struct CachingAgentStats {
  std::int64_t hits = 0;
  std::int64_t walk_misses = 0;
  std::int64_t tracker_requests = 0;
  std::int64_t upgrades = 0;
  std::int64_t snoops = 0;
  std::int64_t back_invalidations = 0;
  std::int64_t writebacks = 0;
  std::int64_t flushes = 0;
  std::int64_t refused = 0;
  std::int64_t lost = 0;
  std::int64_t backup_writes = 0;
  std::int64_t uncached = 0;
  std::int64_t current_reads = 0;
  std::int64_t speculative_reads = 0;
  std::int64_t early_conflicts = 0;
  std::int64_t late_conflicts = 0;
  std::int64_t deferred = 0;
  std::int64_t throttled = 0;
  std::array<std::int64_t, accounting::kMostAccessClasses> misses{};

  /// Events that occur on some machines only; without them their counters are not reported.
  struct Events {
    bool conflicts;    ///< A snoop meets an outstanding request of the socket.
    bool device_load;  ///< The load of a pool device limits requests.
    bool faults;
  };
  void report(accounting::StatWriter& writer, const CachingAgentPlace& place,
              const Events& events) const;
};

}  // namespace starnuma::cache
