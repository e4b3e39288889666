// SPDX-License-Identifier: Apache-2.0
// Table of measured values, each with its bound or its accepted range.
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
  /// End of the accepted range that starts at `bound`; shown, but not a verdict.
  double up_to = 0;

  bool met() const;
};

/// Returns the deviation in percent of the expected value.
double percent_off(double measured, double expected);

/// Prints the rows; "pass" or "short" is a verdict.
void print_bench(Verdicts& verdicts, const std::string& title, const std::vector<BenchRow>& rows);

}  // namespace starnuma::app
