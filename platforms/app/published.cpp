// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/published.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "models/base/access_class.h"
#include "platforms/app/command.h"
#include "platforms/config/load.h"

namespace starnuma::app {
namespace {

using config::Node;

const Node& reference() {
  static const Node tree =
      config::load_file((platforms_folder() / "reference" / "starnuma.yaml").string());
  return tree;
}

/// "bfs:scale=20" -> "BFS", as the reference spells it.
std::string name_of(const std::string& workload) {
  std::string name = workload.substr(0, workload.find(':'));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return name;
}

std::optional<std::size_t> index_of_workload(const std::string& workload) {
  const auto& names = reference().find("workloads")->items;
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](const Node& node) { return node.text == name_of(workload); });
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

double at(const Node& table, const char* key, std::size_t index) {
  return std::stod(table.find(key)->items.at(index).text);
}

}  // namespace

std::optional<double> published(const std::string& path, const std::string& workload, bool pool) {
  const auto index = index_of_workload(workload);
  if (!index) return std::nullopt;
  const Node& figure = *reference().find(pool ? "fig8_starnuma_t16" : "fig8_baseline");
  if (path == "run.ipc") return at(figure, "ipc", *index);
  if (path == "run.amat_ns") return at(figure, "amat_ns", *index);
  if (path == "run.llc_mpki" && !pool) {
    return at(*reference().find("table3_baseline"), "llc_mpki", *index);
  }
  if (path == "run.misses_in_flight_per_core" && !pool && name_of(workload) == "BFS") {
    return std::stod(
        reference().find("bfs_misses_in_flight_per_core")->find("derived_from_published")->text);
  }
  const Node& mix = *reference().find(pool ? "access_mix_starnuma" : "access_mix_baseline");
  for (std::size_t c = 0; c < base::kAccessClassNames.size(); ++c) {
    if (path == "run.access_mix." + std::string(base::kAccessClassNames[c])) {
      return at(mix, name_of(workload).c_str(), c);
    }
  }
  return std::nullopt;
}

std::optional<double> published_speedup(const std::string& workload) {
  const auto before = published("run.ipc", workload, false);
  const auto after = published("run.ipc", workload, true);
  if (!before || !after) return std::nullopt;
  return *after / *before;
}

}  // namespace starnuma::app
