// SPDX-License-Identifier: Apache-2.0
// Threads that make traffic at a memory: each reads, or reads and writes, its own part of it line
// by line, at full speed or at a given pace.
//
// Contract: a line that is written was read before, so it is one line of reads and, when a cache
// gives it up, one of writes: traffic of which 100, 75 or 50 % are reads. Threads are pinned, one
// to a core.
#pragma once

#include <stdint.h>

#include "platforms/probe/id_set.h"
#include "platforms/probe/memory.h"

/// Percent of the traffic that is reads.
typedef enum { kReadsOnly = 100, kThreeQuarters = 75, kHalf = 50 } ReadShare;
extern const ReadShare kReadShares[3];

typedef struct Generators Generators;

/// What was moved at the memory since the start, in bytes.
typedef struct {
  double read;
  double written;
} Traffic;

typedef struct {
  IdSet cores;
  const Memory* memory;
  size_t* position;  ///< how far threads have come: each start goes on there, past what is cached
  size_t line_bytes;
  ReadShare share;
  double bytes_per_second;  ///< of all together; 0 is full speed
  double ticks_per_second;
} Load;

/// Starts a thread on each core and returns when all of them run; NULL where the system gives
/// no threads.
Generators* generators_start(const Load* load);
Traffic generators_traffic(const Generators* generators);
void generators_stop(Generators* generators);
