// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/id_set.h"

#include <stdio.h>
#include <stdlib.h>

void ids_add(IdSet* set, int id) { set->words[id / kIdsPerWord] |= 1UL << (id % kIdsPerWord); }

bool ids_has(const IdSet* set, int id) {
  return id >= 0 && id < kMostIds && (set->words[id / kIdsPerWord] >> (id % kIdsPerWord) & 1) != 0;
}

int ids_count(const IdSet* set) {
  int count = 0;
  for (size_t w = 0; w < sizeof set->words / sizeof set->words[0]; ++w) {
    count += __builtin_popcountl(set->words[w]);
  }
  return count;
}

int ids_next(const IdSet* set, int from) {
  for (int id = from; id < kMostIds; ++id) {
    if (ids_has(set, id)) return id;
  }
  return -1;
}

IdSet ids_common(const IdSet* a, const IdSet* b) {
  IdSet common;
  for (size_t w = 0; w < sizeof common.words / sizeof common.words[0]; ++w) {
    common.words[w] = a->words[w] & b->words[w];
  }
  return common;
}

bool ids_parse(const char* list, IdSet* set) {
  *set = (IdSet){0};
  while (*list) {
    char* end;
    const long first = strtol(list, &end, 10);
    if (end == list || first < 0) return false;
    long last = first;
    if (*end == '-') {
      list = end + 1;
      last = strtol(list, &end, 10);
      if (end == list || last < first) return false;
    }
    for (long id = first; id <= last && id < kMostIds; ++id) ids_add(set, (int)id);
    if (*end != ',' && *end != '\0') return false;
    list = *end ? end + 1 : end;
  }
  return true;
}

void ids_print(const IdSet* set, char* list, size_t size) {
  size_t used = 0;
  list[0] = '\0';
  for (int first = ids_next(set, 0); first >= 0 && used < size;) {
    int last = first;
    while (ids_has(set, last + 1)) ++last;
    used += (size_t)snprintf(list + used, size - used, "%s%d", used ? "," : "", first);
    if (last > first && used < size) {
      used += (size_t)snprintf(list + used, size - used, "-%d", last);
    }
    first = ids_next(set, last + 1);
  }
}
