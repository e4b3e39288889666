// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/read_caches.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Line size of most processors, used if /sys does not report one.
enum { kUsualLineBytes = 64 };

static const char kCpuPath[] = "sys/devices/system/cpu";

/// Reads one cache of a CPU; returns false if there is no cache with this index.
static bool read_cache(const Tree* tree, int cpu, int index, Cache* cache, IdSet* sharers) {
  char place[kLongestName];
  snprintf(place, sizeof place, "%s/cpu%d/cache/index%d", kCpuPath, cpu, index);
  *cache = (Cache){0};
  int64_t level;
  if (!tree_number(tree, &level, "%s/level", place)) return false;
  cache->level = (int)level;
  tree_line(tree, cache->type, sizeof cache->type, "%s/type", place);
  for (char* c = cache->type; *c; ++c) *c = (char)tolower(*c);
  tree_number(tree, &cache->bytes, "%s/size", place);
  tree_number(tree, &cache->ways, "%s/ways_of_associativity", place);
  *sharers = (IdSet){0};
  tree_ids(tree, sharers, "%s/shared_cpu_list", place);
  ids_add(sharers, cpu);
  return true;
}

static bool same_shape(const Cache* a, const Cache* b) {
  return a->level == b->level && a->bytes == b->bytes && a->ways == b->ways &&
         strcmp(a->type, b->type) == 0;
}

static void add_instance(Topology* topology, const Cache* cache, const IdSet* sharers, int cpu) {
  const IdSet usable = ids_common(sharers, &topology->cpus);
  if (ids_next(&usable, 0) != cpu) return;  // counted with an earlier CPU
  Cache* place = topology->caches;
  while (place < topology->caches + topology->cache_count && !same_shape(place, cache)) ++place;
  if (place == topology->caches + kMostCaches) return;
  if (place == topology->caches + topology->cache_count) {
    *place = *cache;
    place->shared_by = ids_count(&usable);
    ++topology->cache_count;
  }
  ids_add(&place->instances, cpu);
}

static int by_level(const void* a, const void* b) {
  const Cache* const first = a;
  const Cache* const second = b;
  if (first->level != second->level) return first->level - second->level;
  const int type = strcmp(first->type, second->type);
  return type ? type : (first->bytes < second->bytes) - (first->bytes > second->bytes);
}

void read_caches(const Tree* tree, Topology* topology, Notes* notes) {
  const IdSet* const cpus = &topology->cpus;
  for (int cpu = ids_next(cpus, 0); cpu >= 0; cpu = ids_next(cpus, cpu + 1)) {
    Cache cache;
    IdSet sharers;
    for (int index = 0; read_cache(tree, cpu, index, &cache, &sharers); ++index) {
      if (cache.bytes > 0) add_instance(topology, &cache, &sharers, cpu);
      if (cache.bytes == 0)
        note(notes, "/sys does not say how large a level %d cache is", cache.level);
    }
  }
  qsort(topology->caches, (size_t)topology->cache_count, sizeof(Cache), by_level);
  const Cache* const first_cache = topology->caches;
  if (topology->cache_count > 1 && first_cache[1].level == 1 &&
      strcmp(first_cache[0].type, first_cache[1].type) == 0) {
    note(notes, "cores differ in their caches: latencies are those of the last core of each node");
  }
  if (topology->cache_count == 0) note(notes, "/sys does not say which caches there are");
  const int first = ids_next(cpus, 0);
  if (!tree_number(tree, &topology->line_bytes, "%s/cpu%d/cache/index0/coherency_line_size",
                   kCpuPath, first) ||
      topology->line_bytes < (int64_t)sizeof(void*)) {
    topology->line_bytes = kUsualLineBytes;
    note(notes, "/sys does not say how long a cache line is: %d B are taken", kUsualLineBytes);
  }
}
