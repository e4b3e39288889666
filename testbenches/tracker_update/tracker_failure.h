// SPDX-License-Identifier: Apache-2.0
// Explanation of a difference between the tracker update RTL and its function: the shortest failing
// stimulus, its cycles as text, and its waves.
#pragma once

#include <string>

#include "testbenches/tracker_update/tracker_lockstep.h"

namespace starnuma::testbenches {

/// Shrinks `played`, which failed, writes its files and returns the message for the test.
std::string explain_failure(const std::string& test, const TrackerSet& set,
                            const TrackerLockstep::Function::Config& config,
                            const BlockStart& start, const std::vector<TrackerInputs>& played);

}  // namespace starnuma::testbenches
