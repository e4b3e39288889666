// SPDX-License-Identifier: Apache-2.0
// Pointer chase: each load provides the address of the next one. Loads cannot overlap, so the time
// of one load is the latency.
//
// Contract:
// - The chain visits each line of its memory once, in an order that hardware prefetchers cannot
//   predict. A sample continues where the last one ended, so it revisits a line only after all
//   others.
// - Each round visits one of four neighbouring lines, because hardware may prefetch the neighbour
//   of a missing line.
// - The chain traverses one huge page after the other, so that a translation serves thousands of
//   loads, or dozens if small pages back the huge page, as under a hypervisor.
#pragma once

#include <stddef.h>

#include "platforms/probe/memory.h"

typedef struct {
  void* at;
  size_t loads;  ///< number of loads of all samples
} Chase;

/// Builds the chain in the first `bytes` of memory. Both sizes are powers of two, of at least four
/// lines. Lines are written in visiting order, so a cache that can hold the chain does.
void chase_build(Chase* chase, const Memory* memory, size_t bytes, size_t line_bytes);
/// Returns the nanoseconds of a load, measured over at least `seconds` of thread time. The clock is
/// read every `chunk` loads.
double chase_sample(Chase* chase, double seconds, size_t chunk);
