// SPDX-License-Identifier: Apache-2.0
#include "platforms/analysis/readable.h"

#include <cstdio>
#include <vector>

namespace starnuma::analysis {
namespace {

/// Formats a value; `step` is the factor between neighbouring units.
std::string in_units(std::int64_t value, double step, const std::vector<const char*>& units) {
  constexpr double kFourDigits = 999.5;  // rounds to 1000
  double scaled = static_cast<double>(value);
  std::size_t unit = 0;
  while (scaled >= (step > 1000 ? step : kFourDigits) && unit + 1 < units.size()) {
    scaled /= step;
    ++unit;
  }
  char text[40];
  std::snprintf(text, sizeof text, scaled < kFourDigits ? "%.3g %s" : "%.0f %s", scaled,
                units[unit]);
  return text;
}

}  // namespace

std::string readable(base::Bandwidth value) {
  return in_units(value.value, 1000, {"B/s", "kB/s", "MB/s", "GB/s", "TB/s"});
}

std::string readable(base::Time value) {
  if (value == base::Time(0)) return "0 ns";
  return in_units(value.ps(), 1000, {"ps", "ns", "us", "ms", "s"});
}

std::string readable(base::Bytes value) {
  return in_units(value.value, 1024, {"B", "KiB", "MiB", "GiB", "TiB"});
}

}  // namespace starnuma::analysis
