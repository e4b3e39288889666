// SPDX-License-Identifier: Apache-2.0
// Explanation of a difference between the annex RTL and its function: the shortest failing
// stimulus, its cycles as text, and its waves.
#pragma once

#include <string>

#include "testbenches/tlb_annex/annex_lockstep.h"

namespace starnuma::testbenches {

/// Shrinks `played`, which failed, writes its files and returns the message for the test.
std::string explain_failure(const std::string& test, const AnnexSet& set, protocol::Counter counter,
                            const BlockStart& start, const std::vector<AnnexInputs>& played);

}  // namespace starnuma::testbenches
