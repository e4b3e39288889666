// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/summary_tables.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <sstream>

namespace starnuma::app {

namespace {

/// Returns the kind of the component of an energy statistic, such as "pool.memory, activate"; empty
/// for another statistic. Components of a kind differ in numbers; both directions of a link are
/// one.
std::string kind_of(const std::string& path) {
  std::string kind;
  std::string event;
  bool energy = false;
  std::istringstream steps(path);
  for (std::string step; std::getline(steps, step, '.');) {
    if (energy) {
      event = ", " + step;
      continue;
    }
    energy = step == "energy";
    if (energy || step == "machine" || step == "forward" || step == "backward") continue;
    if (!kind.empty()) kind += '.';
    std::copy_if(step.begin(), step.end(), std::back_inserter(kind),
                 [](char c) { return c < '0' || c > '9'; });
  }
  return energy ? kind + event : "";
}

}  // namespace

std::string energy_table(const Values& stats) {
  std::map<std::string, double> by_kind;
  double total = 0;
  for (const auto& [path, nanojoules] : stats) {
    const std::string kind = kind_of(path);
    if (kind.empty()) continue;
    by_kind[kind] += nanojoules;
    total += nanojoules;
  }
  if (by_kind.empty()) return "";
  std::string text = "\nEnergy by component, uJ\n";
  for (const auto& [kind, nanojoules] : by_kind) {
    char row[120];
    std::snprintf(row, sizeof row, "  %-52s%14.3f\n", kind.c_str(), nanojoules / 1000);
    text += row;
  }
  char row[120];
  std::snprintf(row, sizeof row, "  %-52s%14.3f\n", "total", total / 1000);
  return text + row;
}

}  // namespace starnuma::app
