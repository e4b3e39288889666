// SPDX-License-Identifier: Apache-2.0
// Line addresses as a person reads and types them: the byte address in hexadecimal, as in
// `explain --line 0x40000001a40`.
#pragma once

#include <charconv>
#include <ostream>
#include <string>

#include "models/base/ids.h"

namespace starnuma::base {

inline std::string address_text(LineAddress line) {
  constexpr int kHexadecimal = 16;
  char digits[kHexadecimal];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, line.value << kLineShift, kHexadecimal);
  return "0x" + std::string(digits, end.ptr);
}

inline std::ostream& operator<<(std::ostream& out, LineAddress line) {
  return out << address_text(line);
}

}  // namespace starnuma::base
