// SPDX-License-Identifier: Apache-2.0
// Runs for which published values are shown.
#include "platforms/app/results/published.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "platforms/app/experiments/prepare.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/config/resolve.h"

namespace starnuma::app {
namespace {

class PublishedRuns : public testing::Test {
 protected:
  PublishedRuns() { setenv("STARNUMA_HOME", STARNUMA_SOURCE, 1); }

  static std::optional<Published> beside(const std::string& machine,
                                         const std::vector<std::string>& sets = {},
                                         const std::string& workload = "bfs:scale=20") {
    ExperimentRequest request;
    request.target = machine;
    request.workload = workload;
    request.sets = sets;
    const Experiment experiment = prepare(request);
    return published(experiment.machine, experiment.workload);
  }
  static std::string system(const std::string& machine, const std::vector<std::string>& sets = {},
                            const std::string& workload = "bfs:scale=20") {
    const auto known = beside(machine, sets, workload);
    return known ? known->system : "none";
  }
};

TEST_F(PublishedRuns, OfShippedMachinesOnlyTheTwoThatCopyTheSimulatorAreThePublishedOnes) {
  for (const auto& machine : config::list_machines(platforms_folder())) {
    std::string wanted = "none";
    if (machine.name == "published16") wanted = "baseline";
    if (machine.name == "published16_t16") wanted = "starnuma";
    EXPECT_EQ(system(machine.name), wanted) << machine.name;
  }
}

TEST_F(PublishedRuns, ANameDecidesNothing) {
  const std::vector<std::string> core{"socket.core.branch_prediction=perfect",
                                      "socket.core.locked_operations=overlap",
                                      "socket.private_caches.part=private_caches_of_artifact"};
  EXPECT_EQ(system("baseline16_first_touch", core), "baseline");
  EXPECT_EQ(system("starnuma16_t16", core), "starnuma");
}

TEST_F(PublishedRuns, AnotherMachineHasNoPublishedValues) {
  const std::vector<std::string> some{"socket.count=32",
                                      "socket.cores=8",
                                      "socket.core.rob=512",
                                      "socket.core.branch_prediction=two_bit",
                                      "socket.core.locked_operations=drain",
                                      "socket.private_caches.part=private_caches",
                                      "socket.memory.channels=2",
                                      "socket.overrides.3.memory.channels=2",
                                      "topology.sockets_per_chassis=2",
                                      "upi.bandwidth=6 GB/s",
                                      "numalink.bandwidth=1.5 GB/s",
                                      "flex_asic.latency=30 ns",
                                      "scaling.sizes=full"};
  for (const std::string& set : some) {
    EXPECT_EQ(system("published16", {set}), "none") << set;
    EXPECT_EQ(system("published16_t16", {set}), "none") << set;
  }
}

TEST_F(PublishedRuns, AnotherPoolHasNoPublishedValues) {
  for (const std::string set :
       {"pool.link.bandwidth=3 GB/s", "pool.memory.channels=1", "pool.count=2", "pool.retimers=0",
        "pool.capacity_of_footprint=0.0588", "pool.switch.part=cxl_switch",
        "pool.links_per_socket=2"}) {
    std::vector<std::string> sets{set};
    if (set.find("switch") != std::string::npos) {
      sets.emplace_back("pool.switch.device_link.bandwidth=6 GB/s");
    }
    EXPECT_EQ(system("published16_t16", sets), "none") << set;
  }
}

TEST_F(PublishedRuns, AnotherPolicyHasNoPublishedValues) {
  EXPECT_EQ(system("published16", {"placement.policy=perfect_knowledge"}), "none");
  EXPECT_EQ(system("published16", {"placement.policy=static_oracle"}), "none");
  for (const std::string policy : {"starnuma_t0", "starnuma_t4", "starnuma_t8"}) {
    const std::string bits = "tracking.count_width=" + policy.substr(10);
    EXPECT_EQ(system("published16_t16", {"placement.policy=" + policy, bits}), "none") << policy;
  }
  for (const std::string policy : {"first_touch", "static_oracle", "replicate_then_pool"}) {
    EXPECT_EQ(system("published16_t16", {"placement.policy=" + policy}), "none") << policy;
  }
  EXPECT_EQ(system("published16_t16", {"placement.counts=ideal"}), "none");
  EXPECT_EQ(system("published16_t16", {"placement.costs.copy=free"}), "none");
}

TEST_F(PublishedRuns, AnotherProgramHasNoPublishedValues) {
  for (const std::string program : {"stream", "gups", "bfs:degree=16", "pointer_chase"}) {
    EXPECT_EQ(system("published16", {}, program), "none") << program;
  }
}

TEST_F(PublishedRuns, WhatChangesNoResultOrOnlyHowMuchIsMeasuredKeepsThem) {
  EXPECT_EQ(system("published16_t16", {"tracking.impl=model", "simulation.check=coherence"}),
            "starnuma");
  EXPECT_EQ(system("published16_t16", {"placement.page_limit=65536"}), "starnuma");
  EXPECT_EQ(system("published16", {"placement.policy=none"}, "bfs:scale=18,trials=8,warmup=3"),
            "baseline");
}

TEST_F(PublishedRuns, TheValuesAreThoseOfTheSystemAndItsSpeedUpStandsBesideThePool) {
  const Published baseline = *beside("published16");
  EXPECT_EQ(baseline.workload, "BFS");
  EXPECT_EQ(baseline.values.at("run.amat_ns").value, 1076);
  EXPECT_FALSE(baseline.values.at("run.amat_ns").derived);
  EXPECT_EQ(baseline.values.at("run.access_mix.two_hop").value, 0.677);
  EXPECT_EQ(baseline.values.at("run.llc_mpki").value, 32);
  EXPECT_EQ(baseline.values.at("run.pending_misses_per_core").value, 8.12);
  EXPECT_TRUE(baseline.values.at("run.pending_misses_per_core").derived);
  EXPECT_EQ(baseline.values.count("run.class.pool.unloaded_ns"), 0u);
  EXPECT_FALSE(baseline.speedup);

  const Published starnuma = *beside("published16_t16");
  EXPECT_EQ(starnuma.values.at("run.amat_ns").value, 394);
  EXPECT_NEAR(starnuma.values.at("run.amat_unloaded_ns").value +
                  starnuma.values.at("run.amat_contention_ns").value,
              394, 1e-9);
  EXPECT_NEAR(*starnuma.speedup, 0.1737 / 0.0983, 1e-12);
  EXPECT_EQ(starnuma.misses_by_sharers.at(15), 0.64);
}

}  // namespace
}  // namespace starnuma::app
