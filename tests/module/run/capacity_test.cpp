// SPDX-License-Identifier: Apache-2.0
// Hosts that acquire and release memory of a pool device while their programs run, with all caches
// and translations checked.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "models/base/random.h"
#include "platforms/analysis/machine_shape.h"
#include "platforms/run/simulation.h"
#include "stimulus/registry.h"
#include "tests/support/deliveries.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test {
namespace {

using run::CapacityChangeKind;

constexpr base::NodeId kPool{4};
constexpr int kLeft = 0;  // host, and its first extent
constexpr int kRight = 1;
constexpr char kUpdates[] = "gups:scale=14,updates=20000";

/// Requests every page on the pool, or else on any node with capacity.
class OnThePool : public placement::Policy {
 public:
  base::NodeId on_allocate(const placement::Allocation& page) override {
    return page.room == nullptr ? kPool : Policy::on_allocate(page);
  }
};

class Capacity : public testing::TestWithParam<const char*> {
 protected:
  void configure(const std::vector<std::string>& sets, int pages_at_start) {
    std::vector<std::string> all{"placement.capacity_cycles=1200 cycles", delivered(GetParam())};
    all.insert(all.end(), sets.begin(), sets.end());
    config = machine("two_hosts_pool", small_caches(all));
    for (int e : {kLeft, kRight}) {
      config.extents[static_cast<std::size_t>(e)].size = size_of(pages_at_start);
    }
  }
  static base::Bytes size_of(int pages) { return base::Bytes(pages * base::kPageBytes); }

  /// Places a program on all cores of a host, or of one of its sockets.
  void place(const std::string& name, int host, const std::string& workload_name = kUpdates,
             std::optional<int> only_socket = std::nullopt) {
    stimulus::MachineShape shape = analysis::shape_of(config);
    for (int core = 0; core < shape.sockets * shape.cores_per_socket; ++core) {
      const int socket = core / shape.cores_per_socket;
      if (config.host_of(socket) != host || socket != only_socket.value_or(socket)) continue;
      shape.cores.push_back(static_cast<base::CoreId>(core));
    }
    auto workload = stimulus::make_workload(workload_name, shape, stimulus::kDefaultSeed);
    programs.push_back({std::make_shared<run::Program>(std::move(workload), shape.threads()),
                        policy,
                        config.placement,
                        shape.cores,
                        name,
                        {},
                        {},
                        {}});
    programs.back().capacity_changes = true;
  }
  run::CapacityChange& change(CapacityChangeKind kind, int at_us, int host, std::uint64_t tag = 0) {
    run::CapacityChange one;
    one.kind = kind;
    one.at = base::Time(at_us * std::int64_t{1'000'000});
    one.host = one.extent = host;
    one.device = kPool;
    one.tag = tag;
    options.capacity.push_back(one);
    return options.capacity.back();
  }
  void add(int at_us, int host, std::uint64_t tag, int pages) {
    change(CapacityChangeKind::kAdd, at_us, host, tag).size = size_of(pages);
  }
  void run() {
    result = run::simulate(
        config, std::move(programs), [](base::Time, double) {}, options);
  }
  double stat(const std::string& path) const {
    const auto found = std::find_if(result.stats.begin(), result.stats.end(),
                                    [&](const auto& one) { return one.path == path; });
    return found == result.stats.end() ? -1 : found->value;
  }
  /// Returns the program's pages on the pool device.
  double pages_on_pool(const std::string& program) const {
    return stat("program." + program + ".memory.pool") / base::kPageBytes;
  }

  assembly::MachineConfig config;
  OnThePool policy;
  std::vector<run::PlacedProgram> programs;
  run::SimulationOptions options;
  run::SimulationResult result;
};

TEST_P(Capacity, AReleaseMovesThePagesAndTheProgramGoesOn) {
  configure({}, 1000);
  place("left", kLeft, "gups:scale=10,updates=60000");
  place("right", kRight);
  change(CapacityChangeKind::kRelease, 2, kLeft);
  run();
  EXPECT_TRUE(result.mismatches.empty()) << result.mismatches.front();
  EXPECT_EQ(stat("host.left.capacity.released"), 1);
  EXPECT_GT(stat("host.left.capacity.pages_moved"), 20);
  EXPECT_EQ(stat("host.left.capacity.0.pages_moved"), stat("host.left.capacity.pages_moved"));
  EXPECT_GT(stat("host.left.capacity.0.time"), 500) << "ns, of the core";
  EXPECT_EQ(stat("host.left.capacity.0.bytes"), 1000 * base::kPageBytes);
  EXPECT_EQ(pages_on_pool("left"), 0);
  EXPECT_GT(pages_on_pool("right"), 20);
  const run::Table& memory = result.memory;
  ASSERT_EQ(memory.columns.back(), "capacity_of_left.pool");
  EXPECT_EQ(memory.rows.front().back(), 1000);
  EXPECT_EQ(memory.rows.back().back(), 0);
}

TEST_P(Capacity, AReleaseWithoutRoomForItsPagesIsRefusedAndChangesNothing) {
  configure({"socket.memory.capacity_per_channel=32 KiB"}, 1000);
  place("left", kLeft);
  place("right", kRight);
  change(CapacityChangeKind::kRelease, 2, kLeft);
  change(CapacityChangeKind::kRelease, 20, kLeft);  // the first one has reopened the extent
  run();
  EXPECT_TRUE(result.mismatches.empty()) << result.mismatches.front();
  EXPECT_EQ(stat("host.left.capacity.refused"), 2);
  EXPECT_EQ(stat("host.left.capacity.0.refused"), 1);
  EXPECT_EQ(stat("host.left.capacity.0.pages_moved"), 0);
  EXPECT_EQ(stat("host.left.capacity.0.pages_left"), pages_on_pool("left"));
  EXPECT_LT(stat("host.left.capacity.0.free_pages"), pages_on_pool("left"));
  EXPECT_EQ(result.memory.rows.back().back(), 1000);
}

TEST_P(Capacity, FreePagesOfAHostCountOnceForAllItsPrograms) {
  configure({"socket.memory.capacity_per_channel=32 KiB"}, 1000);
  place("first", kLeft, "gups:scale=10,updates=20000", 0);
  place("second", kLeft, "gups:scale=10,updates=20000", 1);
  change(CapacityChangeKind::kRelease, 2, kLeft);
  run();
  const double frames = 2.0 * config.socket[0].memory.capacity().value / base::kPageBytes;
  EXPECT_EQ(stat("host.left.capacity.refused"), 1);
  EXPECT_LT(stat("host.left.capacity.0.free_pages"), frames)
      << "page tables of the programs take some";
}

TEST_P(Capacity, AForcedReleaseIsReportedAtItsHostAndStopsWhoTouchesAPage) {
  configure({"placement.allocation=demand"}, 8);
  place("left", kLeft);
  place("right", kRight);
  change(CapacityChangeKind::kForcedRelease, 40, kLeft);
  add(60, kRight, 7, 6);
  run();
  ASSERT_EQ(result.mismatches.size(), 1U);
  const std::string& why = result.mismatches.front();
  EXPECT_NE(why.find("left: stopped by machine.host_left.socket"), std::string::npos) << why;
  EXPECT_NE(why.find("no memory answers page "), std::string::npos) << why;
  EXPECT_NE(why.find(": it lay in an extent that its device has taken by force, at "),
            std::string::npos)
      << why;
  EXPECT_EQ(stat("host.left.capacity.pages_lost"), 8);
  EXPECT_EQ(stat("host.left.capacity.forced"), 1);
  EXPECT_EQ(stat("program.left.stopped"), 1);
  EXPECT_EQ(stat("program.right.stopped"), -1);
  EXPECT_EQ(pages_on_pool("left"), 0);
  // The other host owns it then, from its first frame on.
  EXPECT_EQ(stat("host.right.capacity.accepted"), 1);
  EXPECT_EQ(stat("host.right.capacity.1.bytes"), 6 * base::kPageBytes);
}

TEST_P(Capacity, WhatIsAddedIsUsedByPagesThatGetMemoryLater) {
  configure({"placement.allocation=demand", "socket.memory.capacity_per_channel=24 KiB"}, 4);
  place("left", kLeft);
  place("right", kRight);
  add(0, kLeft, 1, 600);
  add(0, kRight, 2, 1 << 30);
  run();
  EXPECT_EQ(stat("host.left.capacity.accepted"), 1);
  EXPECT_GT(pages_on_pool("left"), 4);
  EXPECT_EQ(stat("program.left.stopped"), -1);
  EXPECT_EQ(stat("host.right.capacity.refused"), 1);
  EXPECT_GT(stat("host.right.capacity.1.free_pages"), 1000);
  EXPECT_EQ(stat("program.right.stopped"), 1) << "no room for its pages";
  ASSERT_EQ(result.mismatches.size(), 1U);
  EXPECT_NE(result.mismatches.front().find("no memory has room"), std::string::npos);
}

TEST_P(Capacity, RandomEventsLoseNothingButWhatIsTakenByForce) {
  configure({"placement.allocation=demand"}, 4);
  place("left", kLeft, "gups:scale=16,updates=60000");
  place("right", kRight, "gups:scale=16,updates=60000");
  base::Random random(3);
  std::vector<run::CapacityChange> added;
  constexpr int kEvents = 200;
  for (int n = 0; n < kEvents; ++n) {
    if (added.empty() || random.below(2) == 0) {
      add(2 * n, static_cast<int>(random.below(2)), static_cast<std::uint64_t>(n + 1),
          1 + static_cast<int>(random.below(12)));
      added.push_back(options.capacity.back());
      continue;
    }
    const run::CapacityChange& one = added[random.below(added.size())];
    change(CapacityChangeKind::kRelease, 2 * n, one.host, one.tag);  // possibly once more
  }
  run();
  EXPECT_TRUE(result.mismatches.empty()) << result.mismatches.front();
  const auto sum = [&](const std::string& name) {
    return stat("host.left.capacity." + name) + stat("host.right.capacity." + name);
  };
  EXPECT_EQ(sum("accepted") + sum("released") + sum("refused"), kEvents);
  EXPECT_GT(sum("accepted"), 20);
  EXPECT_GT(sum("released"), 20);
  EXPECT_GT(sum("refused"), 10);
  EXPECT_GT(sum("pages_moved"), 20);
  EXPECT_EQ(sum("pages_lost"), 0);
}

INSTANTIATE_TEST_SUITE_P(In, Capacity, every_delivery(), delivery_of);

}  // namespace
}  // namespace starnuma::test
