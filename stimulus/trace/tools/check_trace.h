// SPDX-License-Identifier: Apache-2.0
// Reads a whole trace and says whether it holds what it says and can be played to its end.
#pragma once

#include <filesystem>

#include "stimulus/trace/format/summary.h"

namespace starnuma::trace {

/// Sizes, checksums, records, totals, pages, regions, epochs, and that no
/// thread waits forever. Throws InputError with the first mistake; returns what trace.json says.
Summary check_trace(const std::filesystem::path& folder);

}  // namespace starnuma::trace
