// SPDX-License-Identifier: Apache-2.0
// Pages that are allocated at their first touch in simulated time: node, cost, and the end of a
// program whose page finds no capacity.
#include <gtest/gtest.h>

#include <algorithm>

#include "platforms/analysis/machine_shape.h"
#include "platforms/run/simulation.h"
#include "stimulus/registry.h"
#include "tests/support/deliveries.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test {
namespace {

constexpr double kTouchNs = 2400 / 2.4;  // page_fault_cycles at 2.4 GHz
constexpr char kGups[] = "gups:scale=10,updates=20000";

/// Requests every page on one node and records its inputs.
class OnOneNode : public placement::Policy {
 public:
  explicit OnOneNode(base::NodeId node) : node_(node) {}

  base::NodeId on_allocate(const placement::Allocation& page) override {
    if (page.room == nullptr) return node_;
    ++asked_again;
    EXPECT_EQ(page.room->at(static_cast<std::size_t>(node_)), 0U);
    return Policy::on_allocate(page);
  }
  placement::Plan on_fault(const placement::PageFault& fault) override {
    faults += fault.kind == placement::PageFaultKind::kFirstTouch;
    return {};
  }

  int asked_again = 0;
  int faults = 0;

 private:
  base::NodeId node_;
};

/// Requests moves or copies of all pages at each tick, allocated or not.
class MovesAll : public OnOneNode {
 public:
  MovesAll() : OnOneNode(base::NodeId{2}) {}

  base::Time tick_period() const override { return base::Time(5'000'000); }
  placement::Plan on_tick(const placement::Tick& tick) override {
    placement::Plan plan;
    for (std::uint64_t page = 0; page < tick.homes.size(); ++page) {
      without_memory += tick.bound[page];
      plan.moves.push_back({page, base::NodeId{3}, page % 2 == 0});
    }
    return plan;
  }

  int without_memory = 0;
};

class Demand : public testing::TestWithParam<const char*> {
 protected:
  void configure(const std::vector<std::string>& sets) {
    std::vector<std::string> all{"placement.policy=first_touch", "placement.allocation=demand",
                                 "simulation.check=coherence", delivered(GetParam())};
    all.insert(all.end(), sets.begin(), sets.end());
    config = machine("starnuma16", small_caches(all));
  }
  /// Places a program on the sockets from `first` to `last`.
  void place(placement::Policy& policy, const std::string& name, int first, int last,
             base::Bytes limit = {}, const std::string& workload_name = kGups) {
    stimulus::MachineShape shape = analysis::shape_of(config);
    for (int c = first * shape.cores_per_socket; c < (last + 1) * shape.cores_per_socket; ++c) {
      shape.cores.push_back(static_cast<base::CoreId>(c));
    }
    auto workload = stimulus::make_workload(workload_name, shape, stimulus::kDefaultSeed);
    programs.push_back({std::make_shared<run::Program>(std::move(workload), shape.threads()),
                        policy,
                        config.placement,
                        shape.cores,
                        name,
                        {},
                        {},
                        limit});
  }
  void run() {
    all_pages = programs.front().program->arena().pages();
    result = run::simulate(config, std::move(programs), [](base::Time, double) {});
  }
  double stat(const std::string& path) const {
    const auto found = std::find_if(result.stats.begin(), result.stats.end(),
                                    [&](const auto& one) { return one.path == path; });
    return found == result.stats.end() ? -1 : found->value;
  }

  assembly::MachineConfig config;
  std::vector<run::PlacedProgram> programs;
  std::uint64_t all_pages = 0;
  run::SimulationResult result;
};

TEST_P(Demand, APageFaultsAtItsFirstTouchAndItsLinesAreWritten) {
  configure({});
  OnOneNode policy(base::NodeId{2});
  place(policy, "gups", 0, 15);
  run();
  EXPECT_TRUE(result.mismatches.empty());
  const double touched = policy.faults;
  EXPECT_GT(touched, 10);
  EXPECT_LE(touched, static_cast<double>(all_pages));
  EXPECT_EQ(stat("program.gups.pages.allocated"), touched);
  EXPECT_EQ(stat("program.gups.memory.socket2"), touched * base::kPageBytes);
  EXPECT_EQ(stat("program.gups.memory.socket0"), 0);
  // The other first touches occurred before the window.
  const double faults = stat("program.gups.migration.first_touches");
  EXPECT_GT(faults, 0);
  EXPECT_LE(faults, touched);
  EXPECT_EQ(stat("program.gups.migration.page_faults"), faults);
  EXPECT_EQ(stat("program.gups.migration.zeroed_lines"), 64 * faults);
  EXPECT_GE(stat("machine.socket2.memory0.writes"), 64 * faults);
  const double each = stat("program.gups.migration.page_fault_time") / faults;
  EXPECT_GT(each, kTouchNs + 4 * 80) << "64 lines, 16 at a time";
  EXPECT_GT(stat("program.gups.latency.page_fault_ns"), 0);
}

TEST_P(Demand, AFullNodeAsksThePolicyAgain) {
  configure({"socket.memory.capacity_per_channel=64 KiB"});
  OnOneNode policy(base::NodeId{2});
  place(policy, "gups", 0, 15);
  run();
  EXPECT_TRUE(result.mismatches.empty());
  EXPECT_GT(policy.asked_again, 0);
  EXPECT_EQ(stat("program.gups.pages.fallback"), policy.asked_again);
  EXPECT_LE(stat("program.gups.memory.socket2"), 64 * 1024);
}

TEST_P(Demand, PagesWithoutMemoryAreNeitherMovedNorCopied) {
  configure({"placement.policy=replicate_read_only"});
  MovesAll policy;
  place(policy, "gups", 0, 15, {}, "gups:scale=14,updates=20000");
  run();
  EXPECT_TRUE(result.mismatches.empty());
  EXPECT_GT(policy.without_memory, 0);
  EXPECT_GT(stat("program.gups.memory.socket3"), 0);
  double pages = -stat("program.gups.migration.copies_at_end");
  for (int s = 0; s < 16; ++s) {
    pages += stat("program.gups.memory.socket" + std::to_string(s)) / base::kPageBytes;
  }
  // A page that is migrating at the end has two frames.
  EXPECT_GE(pages, stat("program.gups.pages.allocated"));
  EXPECT_LE(pages, stat("program.gups.pages.allocated") + 1);
}

TEST_P(Demand, AProgramWithoutRoomStopsAndTheOthersGoOn) {
  configure({});
  placement::Policy first_touch;
  place(first_touch, "small", 0, 7, base::Bytes(10 * base::kPageBytes));
  place(first_touch, "other", 8, 15);
  run();
  ASSERT_EQ(result.mismatches.size(), 1U);
  const std::string& why = result.mismatches.front();
  EXPECT_NE(why.find("program small stopped: it has 40 KiB of the "), std::string::npos) << why;
  EXPECT_NE(why.find("its memory_limit is 40 KiB"), std::string::npos) << why;
  EXPECT_EQ(stat("program.small.pages.allocated"), 10);
  EXPECT_GT(stat("program.other.pages.allocated"), 10);
  EXPECT_GT(stat("program.other.work_units"), 0);
}

TEST_P(Demand, AProgramThatStopsInItsWarmUpOpensTheWindowsOfTheOthers) {
  configure({});
  placement::Policy first_touch;
  place(first_touch, "small", 0, 7, base::Bytes(10 * base::kPageBytes),
        "bfs:scale=10,trials=1,warmup=1");
  place(first_touch, "other", 8, 15, {}, "bfs:scale=8,trials=1");
  run();
  ASSERT_EQ(result.mismatches.size(), 1U);
  EXPECT_GT(stat("program.other.time_ns"), 0);
  EXPECT_GT(stat("program.other.work_units"), 0);
}

TEST_P(Demand, AMachineThatIsFullStopsTheProgramWithTheSizes) {
  configure({"socket.memory.capacity_per_channel=32 KiB", "pool.capacity_of_footprint=0"});
  placement::Policy first_touch;
  place(first_touch, "gups", 0, 15, {}, "gups:scale=16,updates=20000");
  run();
  ASSERT_EQ(result.mismatches.size(), 1U);
  const std::string& why = result.mismatches.front();
  EXPECT_NE(why.find("no memory has room for a further page; there is room for: socket0 to "
                     "socket15 32 KiB each"),
            std::string::npos)
      << why;
}

INSTANTIATE_TEST_SUITE_P(In, Demand, every_delivery(), delivery_of);

}  // namespace
}  // namespace starnuma::test
