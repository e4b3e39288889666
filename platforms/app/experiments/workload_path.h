// SPDX-License-Identifier: Apache-2.0
// Absolute path of a file that a workload reads.
#pragma once

#include <string>

namespace starnuma::app {

/// Returns the text with an absolute path. Throws InputError for a path with a comma.
std::string with_whole_path(const std::string& spec);

}  // namespace starnuma::app
