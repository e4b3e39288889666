// SPDX-License-Identifier: Apache-2.0
// Readable quantities with three significant digits in the largest unit that keeps them at least 1.
//
// Contract: "29.7 GB/s", "3 GB/s", "10.2 ns", "24.8 GiB". These texts are rounded;
// base::to_string() is exact.
#pragma once

#include <string>

#include "models/base/quantities.h"

namespace starnuma::analysis {

std::string readable(base::Bandwidth value);
std::string readable(base::Time value);
std::string readable(base::Bytes value);

}  // namespace starnuma::analysis
