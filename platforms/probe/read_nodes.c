// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/read_nodes.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kNodePath[] = "sys/devices/system/node";
static const char kPackage[] = "sys/devices/system/cpu/cpu%d/topology/physical_package_id";

static void read_memory(const Tree* tree, const char* file, Node* node) {
  if (!tree_kilobytes(tree, &node->memory_bytes, file, "MemTotal")) return;
  static const char* const kAvailable[] = {"MemFree", "Active(file)", "Inactive(file)"};
  for (int i = 0; i < 3; ++i) {
    int64_t bytes;
    if (tree_kilobytes(tree, &bytes, file, kAvailable[i])) node->available_bytes += bytes;
  }
}

/// Reads a folder with one entry for each page size: "hugepages-2048kB".
static void read_pools(const Tree* tree, const char* folder, Node* node) {
  char whole[kLongestLine];
  snprintf(whole, sizeof whole, "%s/%s", tree->root, folder);
  struct dirent** entries;
  const int count = scandir(whole, &entries, NULL, alphasort);
  for (int i = 0; i < count; ++i) {
    long kilobytes;
    int64_t pages;
    if (node->pool_count < kMostPools &&
        sscanf(entries[i]->d_name, "hugepages-%ldkB", &kilobytes) == 1 &&
        tree_number(tree, &pages, "%s/%s/nr_hugepages", folder, entries[i]->d_name)) {
      node->pools[node->pool_count++] = (HugePool){kilobytes * 1024, pages};
    }
    free(entries[i]);
  }
  if (count >= 0) free(entries);
}

static void read_distances(const Tree* tree, Node* node) {
  char line[kLongestLine];
  if (!tree_line(tree, line, sizeof line, "%s/node%d/distance", kNodePath, node->id)) return;
  const char* next = line;
  for (;;) {
    char* end;
    const long distance = strtol(next, &end, 10);
    if (end == next || node->distance_count == kMostNodes) return;
    node->distances[node->distance_count++] = (int)distance;
    next = end;
  }
}

static void place_cpus(const Tree* tree, const Topology* topology, const IdSet* cpus, Node* node) {
  node->cpus = ids_common(cpus, &topology->cpus);
  node->cores = ids_common(cpus, &topology->cores);
  const int first = ids_next(&node->cpus, 0);
  int64_t package = 0;
  if (first >= 0) tree_number(tree, &package, kPackage, first);
  node->package = first < 0 ? -1 : (int)package;
}

static void read_node(const Tree* tree, Topology* topology, int id, bool memory_is_allowed,
                      Notes* notes) {
  Node* const node = &topology->nodes[topology->node_count++];
  node->id = id;
  IdSet cpus = {0};
  char path[kLongestName];
  if (!tree_ids(tree, &cpus, "%s/node%d/cpulist", kNodePath, id)) {
    note(notes, "/sys does not list the CPUs of node %d", id);
  }
  place_cpus(tree, topology, &cpus, node);
  snprintf(path, sizeof path, "%s/node%d/meminfo", kNodePath, id);
  if (memory_is_allowed) read_memory(tree, path, node);
  if (!memory_is_allowed) note(notes, "the memory of node %d is not for this process", id);
  snprintf(path, sizeof path, "%s/node%d/hugepages", kNodePath, id);
  read_pools(tree, path, node);
  read_distances(tree, node);
}

static void one_node(const Tree* tree, Topology* topology, Notes* notes) {
  note(notes, "/sys knows no NUMA nodes: one with all CPUs and all memory is taken");
  Node* const node = &topology->nodes[topology->node_count++];
  place_cpus(tree, topology, &topology->cpus, node);
  read_memory(tree, "proc/meminfo", node);
  read_pools(tree, "sys/kernel/mm/hugepages", node);
}

void read_nodes(const Tree* tree, Topology* topology, Notes* notes) {
  IdSet nodes, allowed;
  topology->has_nodes = tree_ids(tree, &nodes, "%s/online", kNodePath) && ids_count(&nodes) > 0;
  if (!topology->has_nodes) {
    one_node(tree, topology, notes);
    return;
  }
  char list[kLongestLine];
  const bool limited =
      tree_field(tree, list, sizeof list, "proc/self/status", "Mems_allowed_list") &&
      ids_parse(list, &allowed);
  for (int id = ids_next(&nodes, 0); id >= 0; id = ids_next(&nodes, id + 1)) {
    if (topology->node_count == kMostNodes) {
      note(notes, "only the first %d nodes are looked at", kMostNodes);
      return;
    }
    read_node(tree, topology, id, !limited || ids_has(&allowed, id), notes);
  }
}
