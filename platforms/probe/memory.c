// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platforms/probe/id_set.h"

enum { kSmallPage = 4096 };

/// Binds memory by the system call itself, so that no library is needed; MPOL_BIND is from
/// linux/mempolicy.h.
static bool bind_to(void* base, size_t bytes, int node) {
  enum { kBind = 2 };
  IdSet nodes = {0};
  ids_add(&nodes, node);
  return syscall(SYS_mbind, base, bytes, kBind, nodes.words, (unsigned long)kMostIds, 0UL) == 0;
}

bool can_bind(int node) {
  void* const page =
      mmap(NULL, kSmallPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return false;
  const bool bound = bind_to(page, kSmallPage, node);
  munmap(page, kSmallPage);
  return bound;
}

bool memory_take(Memory* memory, size_t bytes, Placement placement, int node) {
  *memory = (Memory){.bytes = bytes, .mapped = bytes + kHugePage};
  memory->mapping = mmap(NULL, memory->mapped, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory->mapping == MAP_FAILED) return false;
  const uintptr_t first =
      ((uintptr_t)memory->mapping + kHugePage - 1) & ~(uintptr_t)(kHugePage - 1);
  memory->base = (char*)first;
  madvise(memory->base, bytes, MADV_HUGEPAGE);  // advice only: memory_huge_share returns the effect
  if (placement == kPlaceByBinding && !bind_to(memory->base, bytes, node)) {
    memory_return(memory);
    return false;
  }
  for (size_t at = 0; at < bytes; at += kSmallPage) memory->base[at] = 1;
  return true;
}

void memory_return(Memory* memory) {
  munmap(memory->mapping, memory->mapped);
  *memory = (Memory){0};
}

double memory_huge_share(const Memory* memory) {
  FILE* const maps = fopen("/proc/self/smaps", "re");
  if (!maps) return -1;
  char line[256];
  bool inside = false;
  long resident = 0, huge = -1;
  while (huge < 0 && fgets(line, sizeof line, maps)) {
    unsigned long begin, end;
    if (sscanf(line, "%lx-%lx ", &begin, &end) == 2) {
      inside = begin <= (uintptr_t)memory->base && (uintptr_t)memory->base < end;
    } else if (inside && sscanf(line, "Rss: %ld", &resident) != 1) {
      sscanf(line, "AnonHugePages: %ld", &huge);
    }
  }
  fclose(maps);
  return resident > 0 && huge >= 0 ? (double)huge / (double)resident : -1;
}
