// SPDX-License-Identifier: Apache-2.0
// Work of look-ups and updates in a logical pool's maps, and its unloaded latency.
#pragma once

#include "models/base/quantities.h"

namespace starnuma::paging {

struct MapWork {
  int coarse_lookups = 0;
  int fine_lookups = 0;
  int memory_reads = 0;   ///< Number of map entries read after a buffer miss.
  int memory_writes = 0;  ///< Number of map entries written.
  int hops = 0;           ///< Number of sequential messages between servers.
};

struct MapTimes {
  base::Time coarse_lookup;
  base::Time fine_lookup;
  base::Time memory;  ///< Read or write of a line in a server's own memory.
  base::Time hop;     ///< One-way latency.

  /// Returns the latency of sequential steps.
  base::Time of(const MapWork& work) const {
    return coarse_lookup * work.coarse_lookups + fine_lookup * work.fine_lookups +
           memory * (work.memory_reads + work.memory_writes) + hop * work.hops;
  }
};

}  // namespace starnuma::paging
