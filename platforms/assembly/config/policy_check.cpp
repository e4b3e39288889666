// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/config/policy_check.h"

#include <algorithm>
#include <set>
#include <vector>

namespace starnuma::assembly {
namespace {

using placement::PolicyTraits;
using placement::PoolUse;
using placement::Spread;

struct Need {
  std::string sentence;  ///< Empty if nothing is missing.
  const char* key = "";  ///< The part of the machine that is missing.
};

/// Nodes that one host reaches: pages of a program stay within them.
struct Reach {
  int sockets = 0;
  int coreless = 0;  ///< Number of pool devices and memory nodes.
  int nodes = 0;     ///< Number of all nodes, including sockets of other hosts that lend regions.
};

/// Returns the maximum over all hosts, for each kind of node.
Reach reach_of(const MachineConfig& config) {
  Reach most;
  most.coreless = config.pool.count + config.memory_node.count;
  for (int host = 0; host < config.host_count(); ++host) {
    const auto own = static_cast<int>(config.sockets_of(host).size());
    std::set<int> lent;
    for (const RegionConfig& region : config.regions) {
      const std::vector<int> hosts = region.hosts.of(config.host_count());
      const bool reached = std::find(hosts.begin(), hosts.end(), host) != hosts.end();
      if (reached && config.host_of(region.socket) != host) lent.insert(region.socket);
    }
    most.sockets = std::max(most.sockets, own);
    most.nodes = std::max(most.nodes, own + most.coreless + static_cast<int>(lent.size()));
  }
  return most;
}

/// Compares the number of weights with that of the nodes.
Need missing_weights(const MachineConfig& config) {
  const auto& weights = config.placement.weights;
  const std::size_t given = weights ? weights->each.size() : 0;
  if (given == static_cast<std::size_t>(config.nodes())) return {};
  return {"needs placement.weights with " + std::to_string(config.nodes()) +
              " weights, for sockets, pool devices and memory nodes in this order, found " +
              std::to_string(given),
          "placement.weights"};
}

Need missing(const PolicyTraits& traits, const MachineConfig& config) {
  if (traits.pool == PoolUse::kNeeded && config.pool.count == 0) {
    return {"needs a pool, and the machine has none", "pool"};
  }
  const Reach reach = reach_of(config);
  if (traits.pool == PoolUse::kOrMemoryNode && reach.coreless == 0) {
    return {"needs memory without cores, and the machine has neither a pool nor a memory node",
            "memory_node"};
  }
  const bool by_host = config.several_hosts();
  if (traits.spread == Spread::kSockets && reach.sockets < 2) {
    return {by_host ? "needs a host of several sockets, and every host has one"
                    : "needs several sockets, and the machine has one",
            by_host ? "hosts" : "socket.count"};
  }
  if (traits.spread == Spread::kNodes && reach.nodes < 2) {
    return {"needs several nodes of memory, and " +
                std::string(by_host ? "every host" : "the machine") + " has one",
            by_host ? "hosts" : "socket.count"};
  }
  if (traits.reads_weights) return missing_weights(config);
  return {};
}

std::string with_others(const std::string& sentence, placement::PolicyId policy,
                        const MachineConfig& config) {
  std::string others;
  for (const placement::PolicyRow& row : placement::policies()) {
    if (!missing(row.traits, config).sentence.empty()) continue;
    others.append(others.empty() ? "" : ", ").append(row.name);
  }
  return std::string(placement::name_of(policy)) + " " + sentence + "; expected one of " + others;
}

/// Adds a problem if the policy reads counts that the tracking hardware does not write.
void check_tracking(const tracking::TrackingConfig& tracking,
                    const placement::PlacementConfig& placement, base::Problems& problems) {
  if (!placement.reads_trackers()) return;
  if (!tracking.tracks()) {
    problems.add_misfit(
        {"placement.counts", "placement.policy", "tracking.impl"},
        "the policy reads the counts of tracking hardware, and there is none; expected "
        "counts: ideal, or a policy that reads no counts by region");
    return;
  }
  const int bits = placement.traits().counter_bits;
  if (tracking.count_width != bits) {
    problems.add_misfit({"placement.policy", "tracking.count_width"},
                        "the policy reads counters of ", bits, " bits, the tracking hardware has ",
                        tracking.count_width);
  }
  if (tracking.region.value != placement.region.value) {
    problems.add_misfit({"placement.region", "tracking.region"}, base::to_string(placement.region),
                        " move together, the tracking hardware counts by ",
                        base::to_string(tracking.region));
  }
}

}  // namespace

std::string missing_for(placement::PolicyId policy, const MachineConfig& config) {
  const Need need = missing(placement::row_of(policy).traits, config);
  return need.sentence.empty() ? "" : with_others(need.sentence, policy, config);
}

void check_policy(const MachineConfig& config, base::Problems& problems) {
  const placement::PlacementConfig& placement = config.placement;
  const Need need = missing(placement.traits(), config);
  if (!need.sentence.empty()) {
    problems.add_misfit({"placement.policy", need.key},
                        with_others(need.sentence, placement.policy, config));
    return;
  }
  if (!config.method || config.method->counts != RegionCounts::kExact) {
    check_tracking(config.tracking, placement, problems);
  }
}

}  // namespace starnuma::assembly
