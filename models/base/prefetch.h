// SPDX-License-Identifier: Apache-2.0
// Prefetch into the host's cache. It has no other effect and accepts any address.
//
// The asm statement is required: GCC treats __builtin_prefetch as free of effects, so it would
// classify a function that does nothing else as pure and drop calls of it.
#pragma once

namespace starnuma::base {

/// Prefetches data that will be read.
[[gnu::always_inline]] inline void prefetch(const void* address) {
  __builtin_prefetch(address);
  asm volatile("");
}

/// Prefetches data that will be written.
[[gnu::always_inline]] inline void prefetch_to_write(const void* address) {
  __builtin_prefetch(address, 1);
  asm volatile("");
}

/// Prefetches the first host cache lines of an object; accepts null.
template <int lines>
[[gnu::always_inline]] inline void prefetch_object(const void* object) {
  for (int i = 0; i < lines; ++i) prefetch(static_cast<const char*>(object) + 64 * i);
}

}  // namespace starnuma::base
