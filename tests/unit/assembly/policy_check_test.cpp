// SPDX-License-Identifier: Apache-2.0
// Every policy's requirements are checked against the machine before any page is placed.
#include "platforms/assembly/config/policy_check.h"

#include <gtest/gtest.h>

#include <set>

#include "platforms/config/resolve.h"

namespace starnuma::assembly {
namespace {

using placement::PolicyId;

MachineConfig shipped(const std::string& name, const std::vector<std::string>& sets = {}) {
  config::Diagnostics diagnostics;
  const auto opened = config::open_target(name, sets, STARNUMA_PLATFORMS, diagnostics);
  auto machine = config::read<MachineConfig>(opened.machine.tree, diagnostics);
  diagnostics.throw_if_any();
  return machine;
}

/// Returns the refused policies, without those that only lack weights.
std::set<std::string> refused_by(const MachineConfig& machine) {
  std::set<std::string> names;
  for (const placement::PolicyRow& row : placement::policies()) {
    if (machine.nodes() > 1 && row.traits.reads_weights) continue;
    if (!missing_for(placement::policy_named(row.name), machine).empty()) {
      names.emplace(row.name);
    }
  }
  return names;
}

const std::set<std::string> kNeedPool{"pool_share",  "pool_interleave", "replicate_then_pool",
                                      "page_cache",  "starnuma_t0",     "starnuma_t4",
                                      "starnuma_t8", "starnuma_t16"};
const std::set<std::string> kNeedSockets{"static_oracle",         "perfect_knowledge",
                                         "perfect_knowledge_top", "replicate_read_only",
                                         "replicate_then_pool",   "lacx",
                                         "starnuma_t0",           "starnuma_t4",
                                         "starnuma_t8",           "starnuma_t16"};

std::set<std::string> both(std::set<std::string> some, const std::set<std::string>& others) {
  some.insert(others.begin(), others.end());
  return some;
}

TEST(PolicyCheck, MachinesWithoutAPoolRefusePoolPolicies) {
  EXPECT_EQ(refused_by(shipped("two_socket")), both(kNeedPool, {"lacx"}));
}

TEST(PolicyCheck, MemoryNodesDoNotCountAsAPool) {
  EXPECT_EQ(refused_by(shipped("lacx_testbed")), kNeedPool);
  EXPECT_EQ(refused_by(shipped("cxl_expander")), both(kNeedPool, kNeedSockets));
}

TEST(PolicyCheck, OneSocketAloneHasNothingToPlace) {
  const std::set<std::string> refused = refused_by(shipped("single_socket"));
  EXPECT_EQ(refused.size(), placement::policies().size() - 2);
  EXPECT_EQ(refused.count("none") + refused.count("first_touch"), 0u);
}

TEST(PolicyCheck, OneSocketWithAPoolHasTwoNodes) {
  EXPECT_EQ(refused_by(shipped("hpc_intel", {"pool.count=1"})), kNeedSockets);
}

TEST(PolicyCheck, HostsOfOneSocketHaveOneNode) {
  EXPECT_EQ(refused_by(shipped("hpc_intel_hosts")), kNeedSockets);
  EXPECT_EQ(refused_by(shipped("two_hosts_pool")), std::set<std::string>{});
}

TEST(PolicyCheck, RegionsOfOtherServersCountAsNodes) {
  EXPECT_EQ(refused_by(shipped("lmp_logical")), both(kNeedPool, kNeedSockets));
}

TEST(PolicyCheck, ARefusalNamesThePoliciesThatTheMachineSupports) {
  EXPECT_EQ(missing_for(placement::policy_named("pool_share"), shipped("single_socket")),
            "pool_share needs a pool, and the machine has none; expected one of none, first_touch");
}

TEST(PolicyCheck, WeightedInterleaveNeedsAWeightPerNode) {
  const auto policy = placement::policy_named("weighted_interleave");
  EXPECT_EQ(missing_for(policy, shipped("two_socket", {"placement.weights=3:1"})), "");
  EXPECT_EQ(missing_for(policy, shipped("cxl_expander", {"placement.weights=0:1"})), "");
  for (const char* weights : {"none", "1", "3:1:1"}) {
    const auto machine = shipped("two_socket", {std::string("placement.weights=") + weights});
    EXPECT_NE(missing_for(policy, machine), "") << weights;
  }
}

/// A policy that requires several nodes differs from first touch; the others equal it.
TEST(PolicyCheck, PoliciesWithoutRequirementsEqualFirstTouch) {
  for (const placement::PolicyRow& row : placement::policies()) {
    const bool needs = row.traits.pool == placement::PoolUse::kNeeded ||
                       row.traits.spread != placement::Spread::kNothing;
    EXPECT_NE(needs, row.traits.keeps_first_touch) << row.name;
  }
}

}  // namespace
}  // namespace starnuma::assembly
