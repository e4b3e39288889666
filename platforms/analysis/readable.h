// SPDX-License-Identifier: Apache-2.0
// Quantities for a reader: three significant digits and the largest unit below them.
//
// Contract: "29.7 GB/s", "3 GB/s", "10.2 ns", "24.8 GiB". Not for reading back: base::to_string()
// is exact.
#pragma once

#include <string>

#include "models/base/quantities.h"

namespace starnuma::analysis {

std::string readable(base::Bandwidth value);
std::string readable(base::Time value);
std::string readable(base::Bytes value);

}  // namespace starnuma::analysis
