// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace starnuma::run {

/// a / b, and 0 where there is nothing to divide by.
inline double ratio(double a, double b) { return b > 0 ? a / b : 0; }

}  // namespace starnuma::run
