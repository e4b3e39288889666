// SPDX-License-Identifier: Apache-2.0
// Published values of the STARNUMA machine, from platforms/reference/starnuma.yaml, and the runs to
// which they apply.
//
// Contract: the list of those runs is data, `published_runs` of that file, which only this module
// reads. Exactly those runs have a published.json in their result folder.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "platforms/assembly/config/machine_config.h"

namespace starnuma::app {

struct PublishedValue {
  double value = 0;
  bool derived = false;  ///< True if it follows from published values and was not printed itself.
};

/// Published values of one system with one program.
struct Published {
  std::string system;                            ///< "baseline" or "starnuma".
  std::string workload;                          ///< Workload in the publication's spelling.
  std::map<std::string, PublishedValue> values;  ///< Values by path of stats.json.
  std::optional<double> speedup;                 ///< Speed-up of starnuma over the baseline.
  /// Shares of pages, and of misses to them, by the maximum number of sharing sockets.
  std::map<int, double> pages_by_sharers;
  std::map<int, double> misses_by_sharers;
};

/// Returns the values, or nothing if machine, policy or program (text with every option) is not
/// published.
std::optional<Published> published(const assembly::MachineConfig& machine,
                                   const std::string& workload);

std::string published_json(const Published& published);

}  // namespace starnuma::app
