// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/topology.h"

#include <string.h>

#include "platforms/probe/read_caches.h"
#include "platforms/probe/read_nodes.h"
#include "platforms/probe/refuse.h"

static const char kCpuPath[] = "sys/devices/system/cpu";

static IdSet usable_cpus(const Tree* tree, Notes* notes) {
  IdSet online, allowed;
  char list[kLongestLine];
  const bool listed = tree_ids(tree, &online, "%s/online", kCpuPath);
  const bool limited =
      tree_field(tree, list, sizeof list, "proc/self/status", "Cpus_allowed_list") &&
      ids_parse(list, &allowed);
  if (!listed && !limited) refuse("neither /sys nor /proc says which CPUs there are");
  if (!listed) note(notes, "/sys does not list the CPUs; those that the process may use are taken");
  if (!limited) return online;
  if (!listed) return allowed;
  const IdSet usable = ids_common(&online, &allowed);
  const int kept_away = ids_count(&online) - ids_count(&usable);
  if (kept_away > 0) note(notes, "%d CPUs are not for this process", kept_away);
  return usable;
}

/// Returns the CPUs that share a core with `cpu`, including itself.
static IdSet siblings_of(const Tree* tree, int cpu, Notes* notes) {
  IdSet siblings = {0};
  if (!tree_ids(tree, &siblings, "%s/cpu%d/topology/core_cpus_list", kCpuPath, cpu) &&
      !tree_ids(tree, &siblings, "%s/cpu%d/topology/thread_siblings_list", kCpuPath, cpu)) {
    note(notes, "/sys does not say which CPUs share a core: each is taken for one");
  }
  ids_add(&siblings, cpu);
  return siblings;
}

static void read_cores(const Tree* tree, Topology* topology, Notes* notes) {
  IdSet packages = {0};
  const IdSet* const cpus = &topology->cpus;
  for (int cpu = ids_next(cpus, 0); cpu >= 0; cpu = ids_next(cpus, cpu + 1)) {
    const IdSet siblings = siblings_of(tree, cpu, notes);
    const IdSet usable = ids_common(&siblings, cpus);
    if (ids_next(&usable, 0) == cpu) ids_add(&topology->cores, cpu);
    int64_t package;
    if (tree_number(tree, &package, "%s/cpu%d/topology/physical_package_id", kCpuPath, cpu) &&
        package >= 0 && package < kMostIds) {
      ids_add(&packages, (int)package);
    }
  }
  topology->packages = ids_count(&packages);
  if (topology->packages == 0) {
    topology->packages = 1;
    note(notes, "/sys does not say which CPUs share a package: one is taken");
  }
}

void read_topology(const Tree* tree, Topology* topology, Notes* notes) {
  *topology = (Topology){0};
  topology->cpus = usable_cpus(tree, notes);
  if (ids_count(&topology->cpus) == 0) refuse("there is no CPU that this process may use");
  read_cores(tree, topology, notes);
  read_caches(tree, topology, notes);
  read_nodes(tree, topology, notes);
}

const Cache* cache_of_level(const Topology* topology, int level) {
  const Cache* largest = NULL;
  for (int c = 0; c < topology->cache_count; ++c) {
    const Cache* const cache = &topology->caches[c];
    if (cache->level != level || strcmp(cache->type, "instruction") == 0) continue;
    if (!largest || cache->bytes > largest->bytes) largest = cache;
  }
  return largest;
}

int last_level(const Topology* topology) {
  return topology->cache_count > 0 ? topology->caches[topology->cache_count - 1].level : 0;
}

int64_t last_level_bytes(const Topology* topology, const Node* node) {
  const int level = last_level(topology);
  const Cache* const largest = cache_of_level(topology, level);
  int64_t sum = 0;
  for (int c = 0; c < topology->cache_count; ++c) {
    const Cache* const cache = &topology->caches[c];
    if (cache->level != level) continue;
    const IdSet inside = ids_common(&cache->instances, &node->cpus);
    sum += ids_count(&inside) * cache->bytes;
  }
  if (sum == 0 && largest) sum = largest->bytes;
  return sum;
}
