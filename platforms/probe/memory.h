// SPDX-License-Identifier: Apache-2.0
// Memory on one NUMA node, in huge pages where the system gives them.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { kHugePage = 2 << 20 };

typedef struct {
  char* base;  ///< at a boundary of huge pages
  size_t bytes;
  void* mapping;
  size_t mapped;
} Memory;

/// How the system puts memory on a node.
typedef enum {
  kPlaceAnywhere,    ///< there is only one
  kPlaceByBinding,   ///< mbind
  kPlaceByTouching,  ///< by the first touch of a CPU of the node, where mbind is forbidden
  kPlaceNowhere,     ///< mbind is forbidden and the node has no CPU
} Placement;

/// Whether this process may bind memory, tried on a page for `node`.
bool can_bind(int node);

/// Maps memory and writes it once, so that all its pages are there; false where the system has
/// none. With kPlaceByTouching the caller runs on the node.
bool memory_take(Memory* memory, size_t bytes, Placement placement, int node);
void memory_return(Memory* memory);
/// The share of the memory that lies in huge pages, 0 to 1; negative where /proc does not say.
double memory_huge_share(const Memory* memory);
