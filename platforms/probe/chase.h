// SPDX-License-Identifier: Apache-2.0
// A chain of loads, each of which gives the address of the next: the time of one load is the
// latency, since no two overlap.
//
// Contract: the chain visits each line of its memory once, in an order without a pattern that
// hardware could fetch ahead by, and goes on from where the last sample ended; so a sample never
// meets a line again before all others were there. It goes in rounds: in each, one line of four
// neighbours, since hardware may fetch a missing line's neighbour along; and through one huge page
// after the other, so that a translation serves thousands of loads, or dozens where the page is
// made of small ones, as below a hypervisor.
#pragma once

#include <stddef.h>

#include "platforms/probe/memory.h"

typedef struct {
  void* at;
  size_t loads;  ///< of all samples
} Chase;

/// Builds the chain in the first `bytes` of memory; both are powers of two, of at least four lines.
/// It is written in the order of the visits, so a cache that can hold all of it does.
void chase_build(Chase* chase, const Memory* memory, size_t bytes, size_t line_bytes);
/// Nanoseconds of a load, over at least `seconds`; what else ran on the core meanwhile is left out.
/// The clock is read every `chunk` loads.
double chase_sample(Chase* chase, double seconds, size_t chunk);
