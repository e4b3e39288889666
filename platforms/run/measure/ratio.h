// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace starnuma::run {

/// Returns a / b, or 0 if b is not positive.
inline double ratio(double a, double b) { return b > 0 ? a / b : 0; }

}  // namespace starnuma::run
