// SPDX-License-Identifier: Apache-2.0
// Common options, trials and statistics of programs on a Kronecker graph.
#pragma once

#include <cstdint>

#include "models/accounting/stats.h"
#include "stimulus/graph/kronecker.h"
#include "stimulus/mismatches.h"
#include "stimulus/options.h"

namespace starnuma::stimulus {

OptionRule degree_rule();
/// Returns the parameters of the options `scale` and `degree`.
KroneckerParameters kronecker_of(const Options& options);

/// Reports a mismatch unless all trials ran.
void expect_trials(std::size_t ran, int expected, Mismatches& mismatches);

/// `arcs` is the number of edges in both directions.
void report_graph(std::uint64_t vertices, std::uint64_t arcs, accounting::StatWriter& out);

}  // namespace starnuma::stimulus
