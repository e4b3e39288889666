// SPDX-License-Identifier: Apache-2.0
// What programs on a Kronecker graph say alike: their options, trials and figures.
#pragma once

#include <cstdint>

#include "models/accounting/stats.h"
#include "stimulus/graph/kronecker.h"
#include "stimulus/mismatches.h"
#include "stimulus/options.h"

namespace starnuma::stimulus {

OptionRule degree_rule();
/// The options `scale` and `degree`.
KroneckerParameters kronecker_of(const Options& options);

/// Notes it where not all trials ran.
void expect_trials(std::size_t ran, int expected, Mismatches& mismatches);

/// `arcs`: edges in both directions.
void report_graph(std::uint64_t vertices, std::uint64_t arcs, accounting::StatWriter& out);

}  // namespace starnuma::stimulus
