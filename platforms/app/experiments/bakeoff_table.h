// SPDX-License-Identifier: Apache-2.0
// The tables of `bakeoff`: one row a contender (a policy, or a machine with one cost off), with
// what its runs over all seeds say.
//
// Contract: every contender has a run per seed, in the same order. What is said relative to another
// contender is computed seed by seed and then averaged, so differences between seeds cancel.
// Intervals are 95 % confidence intervals of the mean (seed_interval.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platforms/app/results/summary.h"

namespace starnuma::app {

struct Contender {
  std::string name;
  std::vector<Values> runs;  ///< By seed.
};

/// Runs of one seed that others are compared with.
struct Reference {
  const Values* base;    ///< First touch, or all costs modelled.
  const Values* oracle;  ///< The static oracle; null where it does not run.
};

struct BakeoffColumn {
  const char* key;
  const char* head;
  const char* unit;
  int decimals;
  bool interval;  ///< Print it, where there is more than one seed.
  double (*value)(const Values& run, const Reference& reference);
};

struct BakeoffTable {
  std::string first;  ///< Head of the names.
  std::vector<BakeoffColumn> columns;
  std::vector<Contender> contenders;
  std::size_t base = 0;               ///< Number of the contender that others are compared with.
  std::optional<std::size_t> oracle;  ///< The static oracle's, if it runs.
  std::vector<std::uint64_t> seeds;
};

/// With regret only beside an oracle.
std::vector<BakeoffColumn> policy_columns(bool oracle);
std::vector<BakeoffColumn> cost_columns();

std::string text_of(const BakeoffTable& table);
/// Means, one row a contender.
std::string csv_of(const BakeoffTable& table);
/// What the columns are; means, half widths of intervals and the values of each seed.
std::string json_of(const BakeoffTable& table, const std::string& machine,
                    const std::string& workload);

}  // namespace starnuma::app
