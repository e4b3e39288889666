// SPDX-License-Identifier: Apache-2.0
// Statistics of a run by path.
#pragma once

#include <map>
#include <string>

namespace starnuma::app {

using Values = std::map<std::string, double>;

/// Returns a statistic; 0 if the run has none of this path.
inline double value_at(const Values& values, const std::string& path) {
  const auto found = values.find(path);
  return found == values.end() ? 0 : found->second;
}

}  // namespace starnuma::app
