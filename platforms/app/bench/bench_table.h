// SPDX-License-Identifier: Apache-2.0
// A table of measured figures, each with the bound it is held against or the range that is
// accepted.
#pragma once

#include <string>
#include <vector>

#include "platforms/app/results/verdicts.h"

namespace starnuma::app {

struct BenchRow {
  enum class Bound { kNone, kAtMost, kAtLeast, kAccepted };

  std::string what;
  double measured = 0;
  std::string unit;
  Bound bound_is = Bound::kNone;
  double bound = 0;
  double up_to = 0;  ///< Of what is accepted, from `bound` on: stands beside, judges nothing.

  bool met() const;
};

/// By how much a figure is off, in percent of what was expected.
double percent_off(double measured, double expected);

/// Prints the rows; "pass" or "short" is a verdict.
void print_bench(Verdicts& verdicts, const std::string& title, const std::vector<BenchRow>& rows);

}  // namespace starnuma::app
