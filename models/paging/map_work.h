// SPDX-License-Identifier: Apache-2.0
// What look-ups and changes of a logical pool's maps did, and the time that takes without load.
#pragma once

#include "models/base/quantities.h"

namespace starnuma::paging {

struct MapWork {
  int coarse_look_ups = 0;
  int fine_look_ups = 0;
  int memory_reads = 0;   ///< Of map entries that a look-up buffer did not have.
  int memory_writes = 0;  ///< Of map entries.
  int hops = 0;           ///< Messages from one server to another, one after the other.
};

struct MapTimes {
  base::Time coarse_look_up;
  base::Time fine_look_up;
  base::Time memory;  ///< A line of a server's own memory, read or written.
  base::Time hop;     ///< One way.

  /// One step after the other.
  base::Time of(const MapWork& work) const {
    return coarse_look_up * work.coarse_look_ups + fine_look_up * work.fine_look_ups +
           memory * (work.memory_reads + work.memory_writes) + hop * work.hops;
  }
};

}  // namespace starnuma::paging
