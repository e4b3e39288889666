// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/programs/node_distances.h"

#include <algorithm>
#include <cmath>

#include "platforms/analysis/unloaded.h"

namespace starnuma::run {

std::vector<base::NodeId> nearest_to(const assembly::MachineConfig& config, base::NodeId socket) {
  const analysis::Unloaded unloaded(config);
  const auto from = static_cast<base::SocketId>(socket);
  std::vector<base::NodeId> nodes;
  for (int n = 0; n < config.nodes(); ++n) {
    const auto node = static_cast<base::NodeId>(n);
    if (unloaded.wiring().may_use(from, node)) nodes.push_back(node);
  }
  std::stable_sort(nodes.begin(), nodes.end(), [&](base::NodeId a, base::NodeId b) {
    return unloaded.access(from, a) < unloaded.access(from, b);
  });
  return nodes;
}

std::vector<int> distances_from(const assembly::MachineConfig& config, base::NodeId socket) {
  const analysis::Unloaded unloaded(config);
  const auto from = static_cast<base::SocketId>(socket);
  const auto own = static_cast<double>(unloaded.access(from, socket).ps());
  std::vector<int> distances;
  for (int n = 0; n < config.nodes(); ++n) {
    const auto node = static_cast<base::NodeId>(n);
    const bool reached = unloaded.wiring().may_use(from, node);
    const auto time = static_cast<double>(reached ? unloaded.access(from, node).ps() : 0);
    distances.push_back(static_cast<int>(std::lround(10 * time / own)));
  }
  return distances;
}

}  // namespace starnuma::run
