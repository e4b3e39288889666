// SPDX-License-Identifier: Apache-2.0
// Prints line addresses as hexadecimal byte addresses, the form that `explain --line 0x40000001a40`
// reads.
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
