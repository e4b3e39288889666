// SPDX-License-Identifier: Apache-2.0
// Writer of a hop log in the Chrome trace-event format (JSON, compressed with gzip), which Perfetto
// reads.
//
// Contract:
// - Scopes are processes and lanes are threads, named as in an FST file of the same log.
// - Each hop is a slice, which a B event opens and an E event closes, in order of time per thread.
//   Slices of one transaction are connected by a flow.
// - The ledger of a miss is a row of slices (category "ledger") inside the slice of its access:
//   their durations, not their positions, are those of the kinds, and they sum to the access.
// - Queue lengths and signals are counters, phases and measured windows are slices.
// - Times are microseconds with six decimals, which are exact. Equal logs give equal bytes.
#pragma once

#include <filesystem>

#include "platforms/wave/lanes.h"

namespace starnuma::wave {

/// Writes the file. Returns 0, or the errno of a failed write. Throws InputError if the file cannot
/// be created.
[[nodiscard]] int write_trace_events(const observers::HopLog& log, const Layout& layout,
                                     const std::filesystem::path& file);

}  // namespace starnuma::wave
