// SPDX-License-Identifier: Apache-2.0
// An assertion in a verilated block failed. The text names the assertion, its file and line.
#pragma once

#include <stdexcept>

namespace starnuma::rtl {

class FailedAssertion : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Which of the two builds of a block: only one has its assertions.
enum class Assertions : bool { kOff, kOn };

}  // namespace starnuma::rtl
