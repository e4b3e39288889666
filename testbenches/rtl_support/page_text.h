// SPDX-License-Identifier: Apache-2.0
// Returns a page as failures print it: its space, and its number in hexadecimal, as in 3:2c0f.
#pragma once

#include <sstream>
#include <string>

#include "models/base/page_id.h"

namespace starnuma::testbenches {

inline std::string page_text(base::PageId page) {
  std::ostringstream text;
  text << static_cast<int>(page.space()) << ':' << std::hex << page.number();
  return text.str();
}

}  // namespace starnuma::testbenches
