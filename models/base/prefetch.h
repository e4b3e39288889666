// SPDX-License-Identifier: Apache-2.0
// Fetching into the host's cache what will be needed soon. Changes nothing, takes any address.
//
// Not __builtin_prefetch alone: to GCC it is no effect, so a function that does nothing else counts
// as pure and calls of it are dropped.
#pragma once

namespace starnuma::base {

/// To be read.
[[gnu::always_inline]] inline void prefetch(const void* address) {
  __builtin_prefetch(address);
  asm volatile("");
}

/// To be written.
[[gnu::always_inline]] inline void prefetch_to_write(const void* address) {
  __builtin_prefetch(address, 1);
  asm volatile("");
}

}  // namespace starnuma::base
