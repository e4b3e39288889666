// SPDX-License-Identifier: Apache-2.0
// Published figures of the STARNUMA machine, from platforms/reference/starnuma.yaml.
#pragma once

#include <optional>
#include <string>

namespace starnuma::app {

/// The published value beside a statistic (path of stats.json) of `workload` on a machine with or
/// without the pool; nothing where none was published.
std::optional<double> published(const std::string& path, const std::string& workload, bool pool);

/// The published speed-up of the workload: ratio of the two published IPCs.
std::optional<double> published_speedup(const std::string& workload);

}  // namespace starnuma::app
