// SPDX-License-Identifier: Apache-2.0
// Prefetch into the host's cache. It has no other effect and accepts any address.
//
// The asm statement is required: GCC treats __builtin_prefetch as free of effects, so it would
// classify a function that does nothing else as pure and drop calls of it.
#pragma once

#include <cstdint>

namespace starnuma::base {

/// Bytes of a line of the host's cache.
inline constexpr std::uintptr_t kHostLine = 64;

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

/// Prefetches host cache lines from an address on. It accepts null, to which no pointer may be
/// added.
template <int lines>
[[gnu::always_inline]] inline void prefetch_lines(const void* address) {
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  for (int i = 0; i < lines; ++i) prefetch(reinterpret_cast<const void*>(first + kHostLine * i));
}

}  // namespace starnuma::base
