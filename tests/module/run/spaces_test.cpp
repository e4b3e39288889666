// SPDX-License-Identifier: Apache-2.0
// Concurrent programs whose pages are moved, copied and unmapped at random. In immediate delivery,
// tasks also move between cores. Every translation is the page table's, and every read returns the
// last write.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "models/base/random.h"
#include "platforms/analysis/machine_shape.h"
#include "platforms/run/simulation.h"
#include "stimulus/registry.h"
#include "tests/support/deliveries.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test {
namespace {

constexpr base::Time kTick{5'000'000};

/// Moves and copies random pages at each tick, unmaps others, and moves tasks.
class Shuffling : public placement::Policy {
 public:
  explicit Shuffling(std::uint64_t seed) : random_(seed) {}

  base::Time tick_period() const override { return kTick; }
  placement::Plan on_tick(const placement::Tick& tick) override {
    placement::Plan plan;
    const std::uint64_t pages = tick.homes.size();
    const auto to = static_cast<base::NodeId>(random_.below(tick.room.size()));
    plan.moves.push_back({random_.below(pages), to});
    for (int n = 0; n < 4; ++n) {
      const auto socket = static_cast<base::NodeId>(random_.below(16));
      plan.moves.push_back({random_.below(pages), socket, true});
      plan.unmap.push_back(random_.below(pages));
    }
    const auto task = static_cast<int>(random_.below(tick.tasks.size()));
    plan.tasks.push_back({task, static_cast<base::CoreId>(random_.below(tick.busy.size()))});
    return plan;
  }
  placement::Plan on_fault(const placement::PageFault& fault) override {
    if (++faults % 8 != 0) return {};
    return {{{fault.page, fault.node}}, {}};
  }

  int faults = 0;

 private:
  base::Random random_;
};

class Spaces : public testing::TestWithParam<const char*> {};

TEST_P(Spaces, AreApartWhilePagesOfAllOfThemMoveAndFault) {
  const assembly::MachineConfig config = machine(
      "starnuma16", small_caches({"placement.policy=replicate_read_only", "placement.min_phases=1",
                                  "simulation.check=coherence", delivered(GetParam())}));
  constexpr int kPrograms = 3;
  stimulus::MachineShape shape = analysis::shape_of(config);
  std::vector<std::unique_ptr<Shuffling>> policies;
  std::vector<run::PlacedProgram> programs;
  for (int p = 0; p < kPrograms; ++p) {
    shape.cores.clear();  // every fourth socket: programs share chassis, links and homes, and the
                          // last of four is idle
    for (int core = 0; core < shape.sockets * shape.cores_per_socket; ++core) {
      const bool own = core / shape.cores_per_socket % 4 == p;
      if (own) shape.cores.push_back(static_cast<base::CoreId>(core));
    }
    policies.push_back(std::make_unique<Shuffling>(p));
    auto workload = stimulus::make_workload("gups:scale=10,updates=120000", shape,
                                            stimulus::kDefaultSeed + static_cast<unsigned>(p));
    programs.push_back({std::make_shared<run::Program>(std::move(workload), shape.threads()),
                        *policies.back(),
                        config.placement,
                        shape.cores,
                        "gups" + std::to_string(p),
                        {},
                        {},
                        {}});
  }
  const run::SimulationResult result =
      run::simulate(config, std::move(programs), [](base::Time, double) {});
  EXPECT_TRUE(result.mismatches.empty());
  const auto stat = [&](const std::string& path) {
    const auto found = std::find_if(result.stats.begin(), result.stats.end(),
                                    [&](const auto& one) { return one.path == path; });
    return found == result.stats.end() ? -1 : found->value;
  };
  double copies = 0;
  double tasks_moved = 0;
  double tasks_stayed = 0;
  for (int p = 0; p < kPrograms; ++p) {
    const std::string own = "program.gups" + std::to_string(p);
    EXPECT_GT(stat(own + ".migration.completed"), 0) << own;
    EXPECT_GT(stat(own + ".migration.page_faults"), 10) << own;
    EXPECT_LE(stat(own + ".migration.page_faults"), policies[static_cast<std::size_t>(p)]->faults);
    EXPECT_GT(stat(own + ".latency.page_fault_ns"), 0) << own;
    copies += stat(own + ".migration.copies");
    EXPECT_GT(stat(own + ".migration.write_faults"), 0) << own;
    tasks_moved += stat(own + ".migration.task_moves");
    tasks_stayed += stat(own + ".migration.tasks_stay");
  }
  EXPECT_GT(tasks_moved, 3);
  EXPECT_GT(tasks_stayed, 0);
  EXPECT_GT(copies, 3) << "some replicated pages are written and lose their copies";
}

INSTANTIATE_TEST_SUITE_P(In, Spaces, every_delivery(), delivery_of);

}  // namespace
}  // namespace starnuma::test
