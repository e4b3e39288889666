// SPDX-License-Identifier: Apache-2.0
// Suggestions for misspelled names: "did you mean ...?" for keys, machines, workloads and options.
//
// Contract:
// - The comparison ignores letter case. A missing, extra, wrong or swapped letter costs one.
// - A name is near if its cost is at most a third of the given length, or one for short names.
// - The first of several equally near names is returned.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace starnuma::base {

std::optional<std::string> nearest(std::string_view given, const std::vector<std::string>& valid);

/// Returns the end of an error message: `did you mean "bandwidth"?`, or the list of valid names if
/// none is near.
std::string suggestion(std::string_view given, const std::vector<std::string>& valid);

}  // namespace starnuma::base
