// SPDX-License-Identifier: Apache-2.0
// Explanation of a failing stimulus of the directory.
#pragma once

#include <string>
#include <vector>

#include "testbenches/directory_slice/directory_lockstep.h"

namespace starnuma::testbenches {

/// Shrinks the stimulus, plays it again with waves, and returns its last cycles and the files that
/// were written (testbenches/rtl_support/failure_files.h).
std::string explain_failure(const std::string& test, const DirectorySet& set,
                            const BlockStart& start, const std::vector<DirectoryInputs>& played);

}  // namespace starnuma::testbenches
