// SPDX-License-Identifier: Apache-2.0
// Set of CPU or node numbers in the kernel's list format: "0-3,8".
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { kMostIds = 4096, kIdsPerWord = 8 * sizeof(unsigned long) };

/// Bit set in the format of the kernel's CPU masks and node masks.
typedef struct {
  unsigned long words[kMostIds / kIdsPerWord];
} IdSet;

void ids_add(IdSet* set, int id);
bool ids_has(const IdSet* set, int id);
int ids_count(const IdSet* set);
/// Returns the smallest id that is at least `from`, or -1.
int ids_next(const IdSet* set, int from);
IdSet ids_common(const IdSet* a, const IdSet* b);
/// Parses a list; returns false if it is malformed. Ids of kMostIds and above are ignored.
bool ids_parse(const char* list, IdSet* set);
void ids_print(const IdSet* set, char* list, size_t size);
