// SPDX-License-Identifier: Apache-2.0
// Bandwidth of fabrics of CXL switches: N hosts read lines of N devices at random. The published
// relation (Xerxes, FAST '26) is 1, 1, 2, N/2 and N times the bandwidth of a switch port for chain,
// tree, ring, spine-leaf and fully connected switches. As there, hosts drop clean lines silently.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "models/base/random.h"
#include "platforms/analysis/uniform_load.h"
#include "tests/module/fabrics/fabrics.h"

namespace starnuma::test {
namespace {

constexpr std::uint64_t kReads = 300;  ///< Per core.

/// Returns the data rate of the reads while all cores read, in bytes per ns.
double measured(const Fabric& of, int n, const std::string& delivery) {
  MachineBench bench(machine_of(of, n, delivery));
  const auto threads = static_cast<std::uint64_t>(bench.sockets() * bench.cores());
  std::vector<base::SimArray<std::uint64_t>> devices;
  for (int d = 0; d < n; ++d) {
    devices.push_back(bench.allocate(threads * kReads * kWordsPerLine,
                                     base::Touch::on_node(static_cast<base::NodeId>(n + d))));
  }
  std::vector<double> arrivals;
  bench.watch = [&](const kernel::Miss& miss) {
    if (base::index_of(miss.home) >= n) arrivals.push_back(miss.done.ns());
  };
  bench.run([&](core::Thread& thread) {
    const auto self = static_cast<std::uint64_t>(thread.index());
    base::Random random(self + 1);
    for (std::uint64_t i = 0; i < kReads; ++i) {
      const auto& lines = devices[random.below(static_cast<std::uint64_t>(n))];
      thread.load(lines, (self * kReads + i) * kWordsPerLine);
    }
  });
  std::sort(arrivals.begin(), arrivals.end());
  const std::size_t first = arrivals.size() / 5;
  const std::size_t last = arrivals.size() * 3 / 5;
  return static_cast<double>(last - first) * base::kLineBytes / (arrivals[last] - arrivals[first]);
}

class FabricBandwidth : public testing::TestWithParam<std::tuple<const char*, int, const char*>> {};

TEST_P(FabricBandwidth, IsThePublishedMultipleOfASwitchPort) {
  const auto& [topology, hosts, delivery] = GetParam();
  const Fabric of = fabric(topology, hosts);
  const assembly::MachineConfig config = machine_of(of, hosts, delivery);
  EXPECT_DOUBLE_EQ(analysis::hosts_to_devices(config, assembly::wire(config)).value / 1e9,
                   of.ports * kPort)
      << "minimum cut";
  const double rate = measured(of, hosts, delivery);
  std::printf("%s, %d hosts: %.3f switch ports, published %g\n", topology, hosts, rate / kPort,
              of.ports);
  EXPECT_NEAR(rate / kPort, of.ports, 0.05 * of.ports);
}

INSTANTIATE_TEST_SUITE_P(Immediate, FabricBandwidth,
                         testing::Combine(testing::Values("chain", "tree", "ring", "spine_leaf",
                                                          "full"),
                                          testing::Values(4, 8, 16), testing::Values("immediate")));
INSTANTIATE_TEST_SUITE_P(Queued, FabricBandwidth,
                         testing::Combine(testing::Values("chain", "tree", "ring", "spine_leaf",
                                                          "full"),
                                          testing::Values(8), testing::Values("queued")));

}  // namespace
}  // namespace starnuma::test
