// SPDX-License-Identifier: Apache-2.0
#include "models/base/footprint.h"

#include <algorithm>
#include <cmath>

#include "models/base/check.h"

namespace starnuma::base {

int Footprint::halvings() const {
  SN_CHECK(size.value > 0 && full_size.value > 0, "a footprint of ", size.value, " of ",
           full_size.value, " bytes");
  const double ratio = static_cast<double>(full_size.value) / static_cast<double>(size.value);
  return std::max(0, static_cast<int>(std::lround(std::log2(ratio))));
}

std::string share_of_full_size(const Footprint& footprint) {
  const int halvings = footprint.halvings();
  if (halvings == 0) return "its full size";
  return "1/" + std::to_string(std::int64_t{1} << halvings) + " of its full size";
}

}  // namespace starnuma::base
