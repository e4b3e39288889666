// SPDX-License-Identifier: Apache-2.0
#include "platforms/analysis/unused.h"

#include <algorithm>
#include <string>

#include "platforms/config/node_path.h"

namespace starnuma::analysis {
namespace {

using placement::PolicyTraits;

/// Condition under which fields below `path` are read.
struct Dependency {
  std::string path;
  bool is_read;
  std::string reader;
  std::string switch_key = {};  ///< Key below `path` that is always read.
};

std::vector<Dependency> dependencies(const assembly::MachineConfig& config,
                                     const std::vector<placement::PolicyId>& policies) {
  const auto any = [&](auto holds) {
    return std::any_of(policies.begin(), policies.end(), [&](placement::PolicyId policy) {
      return holds(placement::row_of(policy));
    });
  };
  const auto named = [&](std::string_view name) {
    return any([&](const placement::PolicyRow& row) { return row.name == name; });
  };
  const bool regions = any([](const auto& row) { return row.traits.sees_regions(); });
  const bool phases =
      any([](const auto& row) { return row.traits.moves_pages() && row.traits.drops_moves(); });
  const bool faults =
      any([](const auto& row) { return row.traits.moves_pages() && !row.traits.drops_moves(); });
  const bool queued = config.simulation.delivery == assembly::Delivery::kQueued;
  const std::string by_region = "a policy that counts by region reads it";
  return {
      {"placement.pool_share", named("pool_share"), "the policy pool_share reads it"},
      {"placement.weights", any([](const auto& row) { return row.traits.reads_weights; }),
       "the policy weighted_interleave reads it"},
      {"placement.lacx", named("lacx"), "the policy lacx reads it"},
      {"placement.page_cache", named("page_cache"), "the policy page_cache reads it"},
      {"placement.numa_balancing", faults, "a policy that learns from hint faults reads it"},
      {"placement.counts", regions, by_region},
      {"placement.high_threshold", regions, by_region},
      {"placement.low_threshold", regions, by_region},
      {"placement.low_threshold_max", regions, by_region},
      {"placement.candidate_order", regions, by_region},
      {"placement.page_limit", phases, "a policy that moves pages after phases reads it"},
      {"tracking", config.tracking.tracks(), "tracking hardware reads it, tracking.impl is none",
       "impl"},
      {"pool.device.queued", queued, "simulation.delivery: queued and bench pool read it"},
  };
}

}  // namespace

std::vector<base::Problem> unused(const assembly::MachineConfig& config, const config::Node& tree,
                                  std::vector<placement::PolicyId> policies) {
  policies.push_back(config.placement.policy);
  base::Problems problems;
  for (const Dependency& one : dependencies(config, policies)) {
    const config::Node* node = config::find_path(tree, one.path);
    if (one.is_read || node == nullptr) continue;
    const std::string message = "changes nothing here: only " + one.reader;
    if (!node->is_mapping() && node->origin.file == tree.origin.file) {
      problems.add(one.path, message);
    }
    for (const config::Node::Entry& entry : node->entries) {
      if (entry.origin.file != tree.origin.file) continue;
      if (entry.key == one.switch_key || entry.key == "source" || entry.key == "part") continue;
      problems.add(one.path + "." + entry.key, message);
    }
  }
  return problems.list();
}

}  // namespace starnuma::analysis
