// SPDX-License-Identifier: Apache-2.0
// Random traffic of the directory, and the explanation of a failing stimulus.
#pragma once

#include <string>
#include <vector>

#include "testbenches/directory_slice/directory_lockstep.h"
#include "testbenches/rtl_support/traffic_mode.h"

namespace starnuma::testbenches {

/// Plays random accesses of all hosts to a few lines, with resets, and drains the block.
void play_random(DirectoryLockstep& bench, const TrafficMode& mode, base::Random& random,
                 int cycles);

/// Shrinks the stimulus, plays it again with waves, and returns its last cycles and the files that
/// were written (testbenches/rtl_support/failure_files.h).
std::string explain_failure(const std::string& test, const DirectorySet& set,
                            const BlockStart& start, const std::vector<DirectoryInputs>& played);

}  // namespace starnuma::testbenches
