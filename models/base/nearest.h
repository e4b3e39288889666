// SPDX-License-Identifier: Apache-2.0
// The name a user probably meant: "did you mean ...?" for keys, machines, workloads and options.
//
// Contract: letter case is free; a missing, extra, wrong or swapped letter costs one. A name is
// near when its cost is at most a third of the given length (at least one). The first of equals
// wins.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace starnuma::base {

std::optional<std::string> nearest(std::string_view given, const std::vector<std::string>& valid);

/// The end of an error sentence: `did you mean "bandwidth"?`, or the valid names when none is near.
std::string suggestion(std::string_view given, const std::vector<std::string>& valid);

}  // namespace starnuma::base
