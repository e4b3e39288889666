// SPDX-License-Identifier: Apache-2.0
// How many of something, in words: what a measured window holds.
#pragma once

#include <string>

namespace starnuma::stimulus {

/// "1 search", "2 searches".
inline std::string counted(int count, const std::string& one, const std::string& several) {
  return std::to_string(count) + " " + (count == 1 ? one : several);
}

}  // namespace starnuma::stimulus
