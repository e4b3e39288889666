// SPDX-License-Identifier: Apache-2.0
// Difference between a block and its golden function; the text states both values.
#pragma once

#include <stdexcept>

namespace starnuma::rtl {

class Difference : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace starnuma::rtl
