// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/latency_table.h"

#include <cstdio>

#include "platforms/app/experiments/seed_interval.h"
#include "platforms/assembly/wiring.h"

namespace starnuma::app {
namespace {

struct Percentile {
  const char* label;
  const char* name;
};

constexpr Percentile kPercentiles[] = {{"mean", "mean"}, {"p50", "p50"},     {"p90", "p90"},
                                       {"p99", "p99"},   {"p99.9", "p99_9"}, {"max", "max"}};

std::string padded(const char* format, const char* text) {
  char cell[128];
  std::snprintf(cell, sizeof cell, format, text);
  return cell;
}

double mean_of(const Column& column, const std::string& path) {
  return interval_over_seeds(samples(column.stats, path)).mean;
}

}  // namespace

std::string latency_table(const std::vector<Column>& columns) {
  std::string text = padded("%-46.46s", "Latency of LLC misses, ns");
  for (const Percentile& percentile : kPercentiles) text += padded("%9s", percentile.label);
  text += "\n";
  for (const Column& column : columns) {
    const auto classes = assembly::access_classes(column.experiment.machine);
    for (const accounting::AccessClassRow& row : classes.rows()) {
      const std::string path = "run.class." + row.name;
      if (mean_of(column, path + ".count") == 0) continue;
      text += padded("  %-22.22s", column.experiment.machine_name.c_str()) +
              padded(" %-21.21s", row.name.c_str());
      for (const Percentile& percentile : kPercentiles) {
        char cell[32];
        std::snprintf(cell, sizeof cell, "%9.1f",
                      mean_of(column, path + ".latency." + percentile.name));
        text += cell;
      }
      text += "\n";
    }
  }
  return text + "Single waits are not exact where queues form: percentiles are approximate.\n";
}

}  // namespace starnuma::app
