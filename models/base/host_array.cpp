// SPDX-License-Identifier: Apache-2.0
#include "models/base/host_array.h"

#include <sys/mman.h>

#include <new>

namespace starnuma::base {

void* map_zeroed(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, bytes, MADV_HUGEPAGE);  // a hint only; failure has no effect
  return memory;
}

void unmap(void* memory, std::size_t bytes) {
  if (memory != nullptr) munmap(memory, bytes);
}

}  // namespace starnuma::base
