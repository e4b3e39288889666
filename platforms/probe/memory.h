// SPDX-License-Identifier: Apache-2.0
// Memory on one NUMA node, in huge pages if available.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { kHugePage = 2 << 20 };

typedef struct {
  char* base;  ///< aligned to huge pages
  size_t bytes;
  void* mapping;
  size_t mapped;
} Memory;

/// Method of placing memory on a node.
typedef enum {
  kPlaceAnywhere,    ///< single node
  kPlaceByBinding,   ///< mbind
  kPlaceByTouching,  ///< first touch by a CPU of the node, if mbind is forbidden
  kPlaceNowhere,     ///< mbind is forbidden and the node has no CPU
} Placement;

/// Returns true if this process may bind memory; tested with a page for `node`.
bool can_bind(int node);

/// Maps memory and writes it once, so that all its pages exist; returns false if there is not
/// enough. With kPlaceByTouching the caller must run on the node.
bool memory_take(Memory* memory, size_t bytes, Placement placement, int node);
void memory_return(Memory* memory);
/// Returns the share of the memory in huge pages, 0 to 1; negative if /proc does not report it.
double memory_huge_share(const Memory* memory);
