// SPDX-License-Identifier: Apache-2.0
// Text for a number of items, used to describe a measurement window.
#pragma once

#include <string>

namespace starnuma::stimulus {

/// Returns "1 search" or "2 searches".
inline std::string counted(int count, const std::string& one, const std::string& several) {
  return std::to_string(count) + " " + (count == 1 ? one : several);
}

}  // namespace starnuma::stimulus
