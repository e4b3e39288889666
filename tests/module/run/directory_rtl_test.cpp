// SPDX-License-Identifier: Apache-2.0
// A program on a machine whose pool device has the directory RTL, compared with the golden
// function.
#include <gtest/gtest.h>

#include <string>

#include "platforms/analysis/machine_shape.h"
#include "platforms/assembly/boxes/rtl_parts.h"
#include "platforms/run/simulation.h"
#include "rtl/directory_slice/shell/compared_device.h"
#include "stimulus/registry.h"
#include "tests/support/machine_bench.h"
#include "tests/support/small_caches.h"

namespace starnuma::test::directory_rtl {
namespace {

constexpr base::NodeId kPool{16};

template <class Device>
assembly::ComponentParts::Device make_device(const char* name, const pool::DeviceConfig& config,
                                             const pool::DevicePlace& place,
                                             kernel::Dispatcher& dispatcher) {
  return std::make_unique<Device>(name, config, place, dispatcher,
                                  rtl::make_directory_engine(rtl::shape_of(config, place)));
}

constexpr assembly::RtlParts kRtl{{nullptr, nullptr, make_device<rtl::MultiHeadedDevice>},
                                  {nullptr, nullptr, make_device<rtl::ComparedDevice>}};

/// Places all pages in the pool.
class InPool : public placement::Policy {
 public:
  base::NodeId on_allocate(const placement::Allocation&) override { return kPool; }
};

/// Runs a program in the pool. Returns the statistic of the device, or 0.
double run_in_pool(const char* workload, const char* stat_of_device) {
  const auto config =
      machine("starnuma16",
              small_caches({"placement.policy=first_touch", "pool.capacity_of_footprint=1",
                            "simulation.delivery=queued", "simulation.check=coherence",
                            "socket.shared_cache.line_stores=unfetched",
                            "pool.device.snoop_filter_size=64 entries", "pool.device.impl=both",
                            "pool.device.queued.request_entries=64"}));
  const auto shape = analysis::shape_of(config);
  run::Program program(stimulus::make_workload(workload, shape, stimulus::kDefaultSeed),
                       shape.threads());
  InPool policy;
  run::SimulationOptions options;
  options.rtl_parts = &kRtl;
  const auto result = run::simulate(
      config, program, policy, [](base::Time, double) {}, options);
  EXPECT_TRUE(result.mismatches.empty());
  for (const accounting::Stat& stat : result.stats) {
    if (stat.path == std::string("machine.pool.device.") + stat_of_device) return stat.value;
  }
  return 0;
}

TEST(DirectoryRtl, AProgramInThePoolIsCoherentAndRight) {
  EXPECT_GT(run_in_pool("bfs:scale=8", "snoop_filter.evictions"), 100);
}
TEST(DirectoryRtl, StoresOfWholeLinesNeedNoData) {
  EXPECT_GT(run_in_pool("stream:scale=12", "requests.without_data"), 100);
}
TEST(DirectoryRtl, CurrentReadsLeaveTheLineToItsOwner) {
  EXPECT_GT(run_in_pool("producer_consumer:reads=current,rounds=4", "write_backs.kept"), 10);
}

}  // namespace
}  // namespace starnuma::test::directory_rtl
