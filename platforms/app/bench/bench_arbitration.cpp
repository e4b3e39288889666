// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/benches.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "platforms/app/bench/bench_table.h"
#include "platforms/app/process/child.h"
#include "testbenches/queueing/queued_shares.h"

namespace starnuma::app {

using timing::Arbitration;

namespace {

/// Returns the largest deviation of a head's share from its weight, in percent.
double worst_share(Arbitration arbitration, const std::vector<int>& weights, bool equal_sizes,
                   int messages) {
  const auto shares = values_from_child<double>(
      [&] { return queueing::shares(arbitration, weights, equal_sizes, messages); });
  const double sum = std::accumulate(weights.begin(), weights.end(), 0);
  double worst = 0;
  for (std::size_t h = 0; h < weights.size(); ++h) {
    worst = std::max(worst, 100 * std::abs(shares[h] * sum / weights[h] - 1));
  }
  return worst;
}

}  // namespace

void bench_arbitration(std::int64_t messages, Verdicts& verdicts) {
  const int count = static_cast<int>(std::min<std::int64_t>(messages, 1'000'000));
  std::vector<BenchRow> rows;
  const auto row = [&](const std::string& what, Arbitration arbitration,
                       const std::vector<int>& weights, bool equal_sizes) {
    rows.push_back({"off the promised share, " + what,
                    worst_share(arbitration, weights, equal_sizes, count), "%",
                    BenchRow::Bound::kAtMost, 1});
  };
  row("two heads, round robin, 72 B", Arbitration::kRoundRobin, {1, 1}, true);
  row("two heads, equal weights, 8 and 72 B", Arbitration::kWeighted, {1, 1}, false);
  row("two heads, weights 3 and 1, 8 and 72 B", Arbitration::kWeighted, {3, 1}, false);
  row("16 heads, round robin, 72 B", Arbitration::kRoundRobin, std::vector<int>(16, 1), true);
  print_bench(verdicts, "Heads that share a saturated channel, queued delivery", rows);
}

}  // namespace starnuma::app
