// SPDX-License-Identifier: Apache-2.0
// Published figures of the STARNUMA machine, from platforms/reference/starnuma.yaml, and the runs
// beside which they stand.
//
// Contract: which runs those are is data, `published_runs` of that file; nobody else reads it. A
// run that is one of them leaves published.json in its result folder, and only such a run.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "platforms/assembly/machine_config.h"

namespace starnuma::app {

struct PublishedValue {
  double value = 0;
  bool derived = false;  ///< Follows from published values and is not printed among them.
};

/// What is published of one system running one program.
struct Published {
  std::string system;                            ///< "baseline" or "starnuma".
  std::string workload;                          ///< As the publication spells it.
  std::map<std::string, PublishedValue> values;  ///< By path of stats.json.
  std::optional<double> speedup;                 ///< Of starnuma over the baseline.
  /// Shares of pages, and of misses to them, by the most sockets that share one.
  std::map<int, double> pages_by_sharers;
  std::map<int, double> misses_by_sharers;
};

/// Nothing unless machine, policy and program (text with every option) are the published ones.
std::optional<Published> published(const assembly::MachineConfig& machine,
                                   const std::string& workload);

std::string published_json(const Published& published);

}  // namespace starnuma::app
