// SPDX-License-Identifier: Apache-2.0
// Topology from /sys and /proc: packages, cores, caches, NUMA nodes.
//
// Contract: contains only the CPUs and nodes that this process may use, as restricted by containers
// and `taskset`. Missing data get a default (a core for each CPU, one node for all) and a note.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "platforms/probe/id_set.h"
#include "platforms/probe/notes.h"
#include "platforms/probe/tree.h"

enum { kMostCaches = 16, kMostNodes = 256, kMostPools = 8, kLongestName = 64 };

/// Caches of one level, type and size.
typedef struct {
  int level;
  char type[kLongestName];  ///< "data", "instruction", "unified"
  int64_t bytes;
  int64_t ways;     ///< 0 if unknown
  IdSet instances;  ///< first CPU of each instance
  int shared_by;    ///< number of CPUs that share an instance
} Cache;

/// Reserved huge pages of one size.
typedef struct {
  int64_t page_bytes;
  int64_t pages;
} HugePool;

typedef struct {
  int id;
  int package;  ///< -1 for a node without CPUs
  IdSet cpus;
  IdSet cores;  ///< first CPU of each core
  int64_t memory_bytes;
  int64_t available_bytes;  ///< free memory, including reclaimable page cache
  int pool_count;
  HugePool pools[kMostPools];
  int distance_count;
  int distances[kMostNodes];  ///< firmware distances to the nodes in the order of their ids
} Node;

typedef struct {
  IdSet cpus;
  IdSet cores;
  int packages;
  int64_t line_bytes;
  int cache_count;
  Cache caches[kMostCaches];  ///< by level
  int node_count;
  Node nodes[kMostNodes];  ///< by id
  bool has_nodes;          ///< false if /sys has no nodes, so that one node represents all memory
} Topology;

/// Reads the topology; exits with an error if there is no CPU.
void read_topology(const Tree* tree, Topology* topology, Notes* notes);

/// Returns the data cache of a level, the largest of several sizes, or NULL.
const Cache* cache_of_level(const Topology* topology, int level);
/// Returns the highest level that has a cache; 0 if none is known.
int last_level(const Topology* topology);
/// Returns the total size of the last-level caches of the node's CPUs, including one that they
/// share with other nodes.
int64_t last_level_bytes(const Topology* topology, const Node* node);
