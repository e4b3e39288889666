// SPDX-License-Identifier: Apache-2.0
#include "platforms/analysis/host_memory.h"

#include <gtest/gtest.h>

#include "platforms/assembly/scaling/scaling.h"
#include "stimulus/workload.h"
#include "tests/support/shipped.h"

namespace starnuma::analysis {
namespace {

double gib(base::Bytes size) { return static_cast<double>(size.value) / (1 << 30); }

assembly::MachineConfig machine(const std::string& name,
                                const std::vector<std::string>& sets = {}) {
  return test::shipped<assembly::MachineConfig>(name, {}, sets);
}

TEST(HostMemory, IsWhatRunsWereMeasuredToTake) {
  // Measured peaks of starnuma16 with bfs at scale 18, and of starnuma16_full with a minimal
  // program.
  const base::Bytes bfs((12 * 32 + 20) << 18);
  const auto scaled = assembly::scaled(machine("starnuma16"), stimulus::graph_footprint(18));
  EXPECT_NEAR(gib(run_on_host(scaled.config, bfs)), 0.165, 0.04);
  EXPECT_NEAR(gib(boxes_on_host(machine("starnuma16_full"))), 1.18, 0.3);
}

TEST(HostMemory, GrowsWithEverythingThatIsHeldPerEntry) {
  const base::Bytes plain = boxes_on_host(machine("starnuma16"));
  for (const char* set :
       {"socket.private_caches.l2_size=64 MiB", "socket.shared_cache.llc_size_per_core=64 MiB",
        "socket.translation.stlb_entries=524288", "socket.memory.channels=64",
        "pool.device.snoop_filter_size=64 x caches"}) {
    EXPECT_GT(boxes_on_host(machine("starnuma16", {set})), plain) << set;
  }
}

TEST(HostMemory, IsPrintedWithAUnit) {
  EXPECT_EQ(rounded(base::Bytes(std::int64_t{1} << 20)), "1.0 MiB");
  EXPECT_EQ(rounded(base::Bytes(std::int64_t{5} << 29)), "2.5 GiB");
  EXPECT_EQ(rounded(base::Bytes(std::int64_t{3} << 40)), "3072 GiB");
  EXPECT_GT(memory_of_host(), base::Bytes(1 << 20));
}

}  // namespace
}  // namespace starnuma::analysis
