// SPDX-License-Identifier: Apache-2.0
// What /sys and /proc say of the machine: packages, cores, caches, NUMA nodes.
//
// Contract: only CPUs and nodes that this process may use, as containers and `taskset` leave them.
// What is not said gets the plainest value (a core for each CPU, one node for all) and a note.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "platforms/probe/id_set.h"
#include "platforms/probe/notes.h"
#include "platforms/probe/tree.h"

enum { kMostCaches = 16, kMostNodes = 256, kMostPools = 8, kLongestName = 64 };

/// All caches of one level, type and shape.
typedef struct {
  int level;
  char type[kLongestName];  ///< "data", "instruction", "unified"
  int64_t bytes;
  int64_t ways;     ///< 0 where it is not said
  IdSet instances;  ///< the first CPU of each
  int shared_by;    ///< CPUs that share one
} Cache;

/// Pages of one size that are set aside.
typedef struct {
  int64_t page_bytes;
  int64_t pages;
} HugePool;

typedef struct {
  int id;
  int package;  ///< -1 for a node without CPUs
  IdSet cpus;
  IdSet cores;  ///< the first CPU of each core
  int64_t memory_bytes;
  int64_t available_bytes;  ///< free, or the page cache's to give back
  int pool_count;
  HugePool pools[kMostPools];
  int distance_count;
  int distances[kMostNodes];  ///< as firmware says; to the nodes in the order of their ids
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
  bool has_nodes;          ///< false: /sys knows none, so one stands for all
} Topology;

/// Refuses where there is no CPU.
void read_topology(const Tree* tree, Topology* topology, Notes* notes);

/// The cache of data at a level, or NULL; of several shapes the largest.
const Cache* cache_of_level(const Topology* topology, int level);
/// The highest level that has a cache; 0 where none is known.
int last_level(const Topology* topology);
/// All last-level caches of the node's CPUs together, or the one that they share with others.
int64_t last_level_bytes(const Topology* topology, const Node* node);
