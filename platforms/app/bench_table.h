// SPDX-License-Identifier: Apache-2.0
// A table of measured figures, each with the bound it is held against.
#pragma once

#include <string>
#include <vector>

namespace starnuma::app {

struct BenchRow {
  enum class Bound { kNone, kAtMost, kAtLeast };

  std::string what;
  double measured = 0;
  std::string unit;
  Bound bound_is = Bound::kNone;
  double bound = 0;

  bool met() const;
};

/// Prints the rows with "pass" or "short"; returns whether all bounds are met.
bool print_bench(const std::string& title, const std::vector<BenchRow>& rows);

}  // namespace starnuma::app
