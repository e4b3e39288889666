// SPDX-License-Identifier: Apache-2.0
// Files with the directed stimulus of each row of the CXL.mem tables.
#pragma once

#include <string>
#include <vector>

#include "testbenches/coherence/directed.h"

namespace starnuma::app {

/// Returns the sequences as JSON, one row of a table per line.
std::string stimulus_json(const std::vector<coherence_bench::DirectedRow>& rows);

/// Returns the sequences as a SystemVerilog package.
std::string stimulus_package(const std::vector<coherence_bench::DirectedRow>& rows);

}  // namespace starnuma::app
