// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace starnuma::base {

/// Returns true for powers of two and for zero.
constexpr bool is_power_of_two(std::int64_t value) { return (value & (value - 1)) == 0; }

}  // namespace starnuma::base
