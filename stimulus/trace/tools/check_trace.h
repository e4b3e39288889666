// SPDX-License-Identifier: Apache-2.0
// Reads a whole trace and checks that its contents are consistent and that it can be played
// completely.
#pragma once

#include <filesystem>

#include "stimulus/trace/format/summary.h"

namespace starnuma::trace {

/// Sizes, checksums, records, totals, pages, regions, epochs, and that no
/// thread waits forever. Throws InputError with the first mistake; returns what trace.json says.
Summary check_trace(const std::filesystem::path& folder);

}  // namespace starnuma::trace
