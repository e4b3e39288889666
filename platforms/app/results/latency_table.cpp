// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/summary_tables.h"

#include <cstdio>

#include "platforms/assembly/wiring/wiring.h"

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

}  // namespace

std::string latency_table(const assembly::MachineConfig& machine,
                          const std::vector<std::pair<std::string, Values>>& named) {
  std::string text = padded("%-46.46s", "Latency of LLC misses, ns");
  for (const Percentile& percentile : kPercentiles) text += padded("%9s", percentile.label);
  text += "\n";
  const auto classes = assembly::access_classes(machine);
  for (const auto& [name, values] : named) {
    for (const accounting::AccessClassRow& row : classes.rows()) {
      const std::string path = "run.class." + row.name;
      if (value_at(values, path + ".count") == 0) continue;
      text += padded("  %-22.22s", name.c_str()) + padded(" %-21.21s", row.name.c_str());
      for (const Percentile& percentile : kPercentiles) {
        char cell[32];
        std::snprintf(cell, sizeof cell, "%9.1f",
                      value_at(values, path + ".latency." + percentile.name));
        text += cell;
      }
      text += "\n";
    }
  }
  if (machine.simulation.delivery == assembly::Delivery::kQueued) return text;
  return text + "Single waits are not exact where queues form: percentiles are approximate.\n";
}

}  // namespace starnuma::app
