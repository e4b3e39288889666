// SPDX-License-Identifier: Apache-2.0
// A trace behind a small private cache: what hits there is left out, so long runs stay small.
//
// Contract: 8 ways, least recently used goes. Who waits for a load that hits waits for what that
// one waits for, and for the load that brought the line, so dependences survive. Atomics always
// pass. A store to a line that is there and clean is an upgrade. Write-backs are left to the
// machine's own caches. Threads do not see each other's caches, so a machine sees fewer misses on
// lines that others write than without the filter.
#pragma once

#include <filesystem>

#include "models/base/quantities.h"

namespace starnuma::trace {

/// Writes to `to`, whose folder is there. Throws InputError where `from` is damaged or is filtered
/// already.
void filter_trace(const std::filesystem::path& from, const std::filesystem::path& to,
                  base::Bytes cache);

}  // namespace starnuma::trace
