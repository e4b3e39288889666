// SPDX-License-Identifier: Apache-2.0
// A set of CPUs or nodes by number, as the kernel lists them: "0-3,8".
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { kMostIds = 4096, kIdsPerWord = 8 * sizeof(unsigned long) };

/// The words are those of the kernel's CPU masks and node masks.
typedef struct {
  unsigned long words[kMostIds / kIdsPerWord];
} IdSet;

void ids_add(IdSet* set, int id);
bool ids_has(const IdSet* set, int id);
int ids_count(const IdSet* set);
/// The least id that is at least `from`; -1 where there is none.
int ids_next(const IdSet* set, int from);
IdSet ids_common(const IdSet* a, const IdSet* b);
/// False where the text is no such list; ids of kMostIds and more are left out.
bool ids_parse(const char* list, IdSet* set);
void ids_print(const IdSet* set, char* list, size_t size);
