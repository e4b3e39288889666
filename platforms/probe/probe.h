// SPDX-License-Identifier: Apache-2.0
// State that all measurements share.
#pragma once

#include "platforms/probe/budget.h"
#include "platforms/probe/chase.h"
#include "platforms/probe/host.h"
#include "platforms/probe/json.h"
#include "platforms/probe/memory.h"
#include "platforms/probe/notes.h"
#include "platforms/probe/topology.h"

typedef struct {
  Topology topology;
  Host host;
  Notes notes;
  Budget budget;
  /// Maximum bytes on a node that the user grants; 0 for half of the free memory.
  int64_t most_memory;
  double ticks_per_second;
  double core_seconds;  ///< CPU time of the used cores while bandwidth was measured
  double own_seconds;   ///< part of core_seconds that other work did not take
  Json clock;           ///< this and each of the following is one member of the result
  Json caches;
  Json memories;
  Json idle;
  Json bandwidth;
  Json loaded;
} Probe;

/// Measured memory of a node.
typedef struct {
  const Node* node;
  Memory chase;
  Memory stream;
  size_t position;  ///< position of the generators in `stream`
} Target;

/// Returns the core that runs the probe: the last of its node, because the first has most system
/// work.
int probing_core(const Node* node);
/// Pins the caller to one CPU; exits with an error if that fails.
void stay_on(int cpu);

/// Measures clock and cache latencies on the caller's CPU. `memory` holds the chains of all sizes.
void measure_core(Probe* probe, const Memory* memory, double seconds);
/// Measures latency, bandwidth and loaded latency of one node's memory from the cores of another,
/// in about `seconds`. The chain must have been built.
void measure_pair(Probe* probe, const Node* cpus, Target* target, Chase* chase, double seconds);

/// Runs all measurements; exits with an error if no memory can be measured.
void measure_all(Probe* probe);
/// Writes the complete result.
void write_box(Probe* probe, bool measured, Json* json);
