// SPDX-License-Identifier: Apache-2.0
// Traffic generators: each thread reads, or reads and writes, its own part of a memory line by
// line, at full speed or at a given rate.
//
// Contract: a written line was read before. It counts as one line of reads and, after its eviction,
// one line of writes: traffic with 100, 75 or 50 % reads. Each thread is pinned to its own core.
#pragma once

#include <stdint.h>

#include "platforms/probe/id_set.h"
#include "platforms/probe/memory.h"

/// Percentage of reads in the traffic.
typedef enum { kReadsOnly = 100, kThreeQuarters = 75, kHalf = 50 } ReadShare;
extern const ReadShare kReadShares[3];

typedef struct Generators Generators;

/// Bytes transferred since the start.
typedef struct {
  double read;
  double written;
} Traffic;

typedef struct {
  IdSet cores;
  const Memory* memory;
  size_t* position;  ///< progress of the threads; each start resumes there, beyond cached lines
  size_t line_bytes;
  ReadShare share;
  double bytes_per_second;  ///< rate of all threads together; 0 is full speed
  double ticks_per_second;
} Load;

/// Starts a thread on each core and returns when all of them run; NULL if threads cannot be
/// created.
Generators* generators_start(const Load* load);
Traffic generators_traffic(const Generators* generators);
void generators_stop(Generators* generators);
