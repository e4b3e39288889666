// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

#include "platforms/probe/clock.h"
#include "platforms/probe/pin.h"
#include "platforms/probe/probe.h"
#include "platforms/probe/refuse.h"

/// Ratio of chain and cache size at which a load never finds its line still cached.
enum { kChaseOverCache = 2, kStreamOverCache = 4 };
/// Minimum bytes of each memory: some systems have a last-level cache that /sys does not list.
static const int64_t kUsualLeast = 128LL << 20;
/// Bytes of each memory below which measurements are useless.
static const int64_t kLeast = 16LL << 20;

int probing_core(const Node* node) {
  int last = -1;
  for (int cpu = ids_next(&node->cores, 0); cpu >= 0; cpu = ids_next(&node->cores, cpu + 1)) {
    last = cpu;
  }
  return last;
}

void stay_on(int cpu) {
  IdSet cpus = {0};
  ids_add(&cpus, cpu);
  if (!pin_to(&cpus)) refuse("the system does not let a thread stay on CPU %d", cpu);
}

static int64_t power_of_two(int64_t least) {
  int64_t bytes = kUsualLeast;
  while (bytes < least) bytes *= 2;
  return bytes;
}

static const Node* first_with_cores(const Topology* topology) {
  for (int n = 0; n < topology->node_count; ++n) {
    if (ids_count(&topology->nodes[n].cores) > 0) return &topology->nodes[n];
  }
  refuse("no NUMA node has a CPU that this process may use");
}

/// Returns half of the free memory, because other processes need memory too, or the user's limit if
/// that is lower.
static int64_t allowance(const Probe* probe, const Node* node) {
  int64_t bytes = node->available_bytes;
  const int64_t limit = probe->host.memory_limit;
  if (limit >= 0 && limit < bytes) bytes = limit;
  bytes /= 2;
  return probe->most_memory > 0 && probe->most_memory < bytes ? probe->most_memory : bytes;
}

/// Chooses the sizes; returns false if the node has too little memory.
static bool choose_sizes(Probe* probe, const Node* node, int64_t* chase, int64_t* stream) {
  const Topology* const topology = &probe->topology;
  const Cache* const last = cache_of_level(topology, last_level(topology));
  int64_t all = 0;
  for (int n = 0; n < topology->node_count; ++n) {
    const int64_t bytes = last_level_bytes(topology, &topology->nodes[n]);
    if (bytes > all) all = bytes;
  }
  *chase = power_of_two(kChaseOverCache * (last ? last->bytes : 0));
  *stream = power_of_two(kStreamOverCache * all);
  const int64_t most = allowance(probe, node);
  while (*chase + *stream > most && *chase + *stream > 2 * kLeast) {
    *(*stream > *chase ? stream : chase) /= 2;
  }
  if (*chase + *stream > most) {
    note(&probe->notes, "node %d has too little memory to be measured with", node->id);
    return false;
  }
  if (last && (*chase < kChaseOverCache * last->bytes || *stream < kStreamOverCache * all)) {
    note(&probe->notes,
         "node %d gives less memory than several times its caches: some of what is measured may be "
         "cached",
         node->id);
  }
  return true;
}

static Placement placement_on(const Probe* probe, const Node* node) {
  if (!probe->topology.has_nodes || probe->topology.node_count == 1) return kPlaceAnywhere;
  if (can_bind(node->id)) return kPlaceByBinding;
  return ids_count(&node->cores) > 0 ? kPlaceByTouching : kPlaceNowhere;
}

/// Allocates the memory while running on the node if it has a CPU; returns false if there is not
/// enough.
static bool take_target(Probe* probe, const Node* node, Placement placement, Target* target) {
  int64_t chase, stream;
  *target = (Target){.node = node};
  if (!choose_sizes(probe, node, &chase, &stream)) return false;
  const Node* const toucher =
      ids_count(&node->cores) > 0 ? node : first_with_cores(&probe->topology);
  stay_on(probing_core(toucher));
  if (memory_take(&target->chase, (size_t)chase, placement, node->id)) {
    if (memory_take(&target->stream, (size_t)stream, placement, node->id)) return true;
    memory_return(&target->chase);
  }
  note(&probe->notes, "the system gives no memory on node %d", node->id);
  return false;
}

static void describe_target(Probe* probe, const Target* target, Placement placement) {
  static const char* const kPlacements[] = {"the only node", "bound", "first touch", "none"};
  const double kMostlyHuge = 0.9;
  Json* const json = &probe->memories;
  json_open(json, NULL, '{');
  json_number(json, "memory", target->node->id);
  json_text(json, "placement", "%s", kPlacements[placement]);
  json_bytes(json, "chain", (int64_t)target->chase.bytes);
  json_bytes(json, "stream", (int64_t)target->stream.bytes);
  const double huge = memory_huge_share(&target->chase);
  if (huge >= 0) json_text(json, "in_huge_pages", "%.0f %%", 100 * huge);
  json_close(json, '{');
  if (huge < kMostlyHuge) {
    note(&probe->notes,
         "memory of node %d is not in huge pages: latencies include some address translation",
         target->node->id);
  }
  if (placement == kPlaceByTouching) {
    note(&probe->notes, "memory cannot be bound here: it is placed by first touch");
  }
}

/// Measures the memory from all nodes with cores, one after the other.
static void measure_target(Probe* probe, Target* target, double seconds) {
  const Topology* const topology = &probe->topology;
  Chase chase;
  chase_build(&chase, &target->chase, target->chase.bytes, (size_t)topology->line_bytes);
  int places = 0;
  for (int n = 0; n < topology->node_count; ++n) {
    places += ids_count(&topology->nodes[n].cores) > 0;
  }
  for (int n = 0; n < topology->node_count; ++n) {
    const Node* const cpus = &topology->nodes[n];
    if (ids_count(&cpus->cores) > 0) measure_pair(probe, cpus, target, &chase, seconds / places);
  }
}

/// Measures a node; returns false if its memory cannot be measured. `with_core` includes the core's
/// own caches.
static bool measure_node(Probe* probe, const Node* node, int nodes_left, bool with_core) {
  const double kCoreShare = 0.1;
  progress(&probe->budget, "preparing memory of node %d", node->id);
  const Placement placement = placement_on(probe, node);
  Target target;
  if (placement == kPlaceNowhere) {
    note(&probe->notes, "memory cannot be bound here: node %d, which has no CPU, is left out",
         node->id);
    return false;
  }
  if (!take_target(probe, node, placement, &target)) return false;
  describe_target(probe, &target, placement);
  if (with_core) measure_core(probe, &target.chase, kCoreShare * probe->budget.seconds);
  measure_target(probe, &target, budget_left(&probe->budget) / nodes_left);
  memory_return(&target.chase);
  memory_return(&target.stream);
  return true;
}

/// Measures all nodes with memory; returns the number of measured nodes.
static int measure_nodes(Probe* probe) {
  const Topology* const topology = &probe->topology;
  int left = 0, measured = 0;
  for (int n = 0; n < topology->node_count; ++n) left += topology->nodes[n].memory_bytes > 0;
  for (int n = 0; n < topology->node_count; ++n) {
    if (topology->nodes[n].memory_bytes == 0) continue;
    measured += measure_node(probe, &topology->nodes[n], left--, measured == 0);
  }
  return measured;
}

void measure_all(Probe* probe) {
  enum { kLists = 4 };
  Json* const lists[kLists] = {&probe->memories, &probe->idle, &probe->bandwidth, &probe->loaded};
  first_with_cores(&probe->topology);
  probe->ticks_per_second = ticks_per_second();
  for (int i = 0; i < kLists; ++i) {
    json_begin(lists[i]);
    json_open(lists[i], NULL, '[');
  }
  const Notes* const notes = &probe->notes;
  const int before = notes->count;
  const int measured = measure_nodes(probe);
  for (int i = 0; i < kLists; ++i) json_close(lists[i], '[');
  progress_end(&probe->budget);
  if (measured == 0) {
    refuse("no memory can be measured: %s",
           notes->count > before ? notes->texts[notes->count - 1] : "no NUMA node has any");
  }
  const double kMuch = 0.05;
  if (probe->own_seconds < (1 - kMuch) * probe->core_seconds) {
    note(&probe->notes,
         "other work took %.0f %% of the cores' time: measure again when it is quiet",
         100 * (1 - probe->own_seconds / probe->core_seconds));
  }
}
