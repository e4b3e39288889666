// SPDX-License-Identifier: Apache-2.0
// Filters a trace by a small private cache: hits are dropped, which makes long runs small.
//
// Contract:
// - The cache has 8 ways and LRU replacement.
// - An access that depends on a dropped load depends on the dependences of that load, and on the
//   load that fetched the line, so dependences are preserved.
// - Atomics always pass. A store to a clean line that is present is an upgrade. Write-backs are
//   left to the machine's own caches.
// - Threads do not observe each other's caches. A machine therefore sees fewer misses on lines that
//   other threads write than without the filter.
#pragma once

#include <filesystem>

#include "models/base/quantities.h"

namespace starnuma::trace {

/// Writes to `to`. Precondition: the parent folder exists. Throws InputError if `from` is damaged
/// or already filtered.
void filter_trace(const std::filesystem::path& from, const std::filesystem::path& to,
                  base::Bytes cache);

}  // namespace starnuma::trace
