// SPDX-License-Identifier: Apache-2.0
// What all measurements share.
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
  int64_t most_memory;  ///< bytes on a node that the user grants; 0 for half of what is free
  double ticks_per_second;
  double core_seconds;  ///< of the cores in use while bandwidth was measured
  double own_seconds;   ///< those of them that other work left
  Json clock;           ///< each of these is one member of the box
  Json caches;
  Json memories;
  Json idle;
  Json bandwidth;
  Json loaded;
} Probe;

/// The memory that is measured on a node.
typedef struct {
  const Node* node;
  Memory chase;
  Memory stream;
  size_t position;  ///< of the generators in `stream`
} Target;

/// The core that probes is the last of its node: the first has most of the system's work.
int probing_core(const Node* node);
/// Pins the caller to one CPU; refuses where the system does.
void stay_on(int cpu);

/// Clock and cache latencies, as the core that the caller is pinned to sees them. `memory` is for
/// chains of all sizes.
void measure_core(Probe* probe, const Memory* memory, double seconds);
/// Latency, bandwidth and latency under load of one node's memory from the cores of another, in
/// about that time. The chain is built.
void measure_pair(Probe* probe, const Node* cpus, Target* target, Chase* chase, double seconds);

/// Measures everything; refuses where no memory can be measured.
void measure_all(Probe* probe);
/// The whole box.
void write_box(Probe* probe, bool measured, Json* json);
