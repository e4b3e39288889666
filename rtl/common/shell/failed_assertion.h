// SPDX-License-Identifier: Apache-2.0
// Exception for a failed assertion in a verilated block. The text contains the assertion, its file
// and line.
#pragma once

#include <stdexcept>

namespace starnuma::rtl {

class FailedAssertion : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Build of a block, with or without its assertions.
enum class Assertions : bool { kOff, kOn };

}  // namespace starnuma::rtl
