// SPDX-License-Identifier: Apache-2.0
// Description of a machine as text, as JSON and as a Graphviz graph. Pure functions.
#pragma once

#include <functional>
#include <string>

#include "models/memory/dram_config.h"
#include "platforms/analysis/pool_limits.h"
#include "platforms/analysis/unloaded.h"
#include "stimulus/workload.h"

namespace starnuma::analysis {

/// Reads that one channel achieves by the order of their lines.
struct Reachable {
  ChannelReads sequential;
  ChannelReads random;
};

struct Described {
  std::string name;
  std::string summary;  ///< May be empty.
  const assembly::MachineConfig& machine;
  const Unloaded& unloaded;
  int scale;  ///< Scale of the BFS for which cache and memory sizes are given.
  std::function<Reachable(const memory::DramConfig&)> reachable;

  base::Footprint program() const { return stimulus::graph_footprint(scale); }
};

/// Describes links, hosts if there are several, memory and its reachable bandwidth, limits of pool
/// traffic, snoop filters, costs, cache sizes, placement, latency matrix, block transfers, uniform
/// traffic and warnings. Quantities have three significant digits.
std::string describe_text(const Described& described);

/// Returns one object with machine, fields (path, value, type, range, sentence), nodes, links,
/// memory, pool_limits (by device and path), snoop_filters and snoop_filters_at_scale (by pool
/// device), cost_usd (by component, empty without prices), latency_ns (by requester and home),
/// block_transfer_ns, uniform_traffic, bisection and warnings; also hosts, unless one host reaches
/// all memory, and hosts_to_devices with a CXL fabric.
std::string describe_json(const Described& described);

/// Returns a graph with one cluster per chassis, nested in one per host if there are several.
std::string describe_dot(const Described& described);

}  // namespace starnuma::analysis
