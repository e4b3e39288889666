// SPDX-License-Identifier: Apache-2.0
// Common trials and statistics of programs on a Kronecker graph.
#pragma once

#include <cstdint>

#include "models/accounting/stats.h"
#include "stimulus/mismatches.h"

namespace starnuma::stimulus {

/// Reports a mismatch unless all trials ran.
void expect_trials(std::size_t ran, int expected, Mismatches& mismatches);

/// `arcs` is the number of edges in both directions.
void report_graph(std::uint64_t vertices, std::uint64_t arcs, accounting::StatWriter& out);

}  // namespace starnuma::stimulus
