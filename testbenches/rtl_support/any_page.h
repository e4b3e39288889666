// SPDX-License-Identifier: Apache-2.0
// Returns a random page in one of the first `spaces` address spaces. Some pages have one of a few
// numbers, so that equal numbers occur in several spaces.
#pragma once

#include "models/base/page_id.h"
#include "models/base/random.h"

namespace starnuma::testbenches {

inline base::PageId any_page(base::Random& random, int spaces) {
  const auto space = static_cast<base::SpaceId>(random.below(static_cast<std::uint64_t>(spaces)));
  const std::uint64_t numbers = std::uint64_t{1} << base::PageId::kNumberBits;
  return {space, random.below(4) == 0 ? random.below(4) : random.below(numbers)};
}

}  // namespace starnuma::testbenches
