// SPDX-License-Identifier: Apache-2.0
// Pages of RTL benches: random ones, and their text.
#pragma once

#include <sstream>
#include <string>

#include "models/base/ids.h"
#include "models/base/random.h"

namespace starnuma::testbenches {

/// Returns a random page in one of the first `spaces` address spaces. Some pages have one of a few
/// numbers, so that equal numbers occur in several spaces.
inline base::PageId any_page(base::Random& random, int spaces) {
  const auto space = static_cast<base::SpaceId>(random.below(static_cast<std::uint64_t>(spaces)));
  const std::uint64_t numbers = std::uint64_t{1} << base::PageId::kNumberBits;
  return {space, random.below(4) == 0 ? random.below(4) : random.below(numbers)};
}

/// Returns a page as failures print it: its space, and its number in hexadecimal, as in 3:2c0f.
inline std::string page_text(base::PageId page) {
  std::ostringstream text;
  text << static_cast<int>(page.space()) << ':' << std::hex << page.number();
  return text.str();
}

}  // namespace starnuma::testbenches
