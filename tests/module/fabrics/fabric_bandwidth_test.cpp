// SPDX-License-Identifier: Apache-2.0
// Bandwidth of fabrics of CXL switches: N hosts read lines of N devices at random. The published
// relation (Xerxes, FAST '26) is 1, 1, 2, N/2 and N times the bandwidth of a switch port for chain,
// tree, ring, spine-leaf and fully connected switches. As there, hosts drop clean lines silently.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "models/base/random.h"
#include "platforms/analysis/uniform_load.h"
#include "tests/support/child_process.h"
#include "tests/support/machine_bench.h"

namespace starnuma::test {
namespace {

constexpr double kPort = 4.0;  ///< Bandwidth of a switch port, bytes per ns.
constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);
constexpr std::uint64_t kReads = 300;  ///< Per core.

struct Fabric {
  const char* topology;
  int switches;
  std::string hosts;
  std::string devices;
  int spines;
  double ports;  ///< Published bandwidth, in switch ports.
};

/// Returns the numbers from `first` to `last` as a list.
std::string listed(int first, int last) {
  std::string text = "[";
  for (int i = first; i <= last; ++i) text += (i > first ? ", " : "") + std::to_string(i);
  return text + "]";
}

Fabric fabric(const std::string& topology, int n) {
  const double hosts = n;
  if (topology == "chain") return {"chain", 4, "[0, 1]", "[2, 3]", 0, 1};
  if (topology == "tree") return {"tree", 7, "[3, 4]", "[5, 6]", 0, 1};
  if (topology == "ring") return {"ring", n, listed(0, n / 2 - 1), listed(n / 2, n - 1), 0, 2};
  if (topology == "full") return {"full", n, listed(0, n - 1), listed(0, n - 1), 0, hosts};
  // N / 4 leaves with four hosts and a link to each of two spines.
  return {"spine_leaf", n / 4 + n + 2, listed(0, n / 4 - 1), listed(n / 4, n / 4 + n - 1), 2,
          hosts / 2};
}

assembly::MachineConfig machine_of(const Fabric& of, int n, const std::string& delivery) {
  const std::string count = std::to_string(n);
  const std::string port = "bandwidth=4 GB/s";
  std::vector<std::string> sets{"socket.count=" + count,
                                "pool.count=" + count,
                                "pool.link." + port,
                                "pool.memory.channels=4",
                                "pool.device.snoop_filter_size=16 MiB",
                                "placement.policy=first_touch",
                                "cxl_fabric.part=cxl_fabric",
                                std::string("cxl_fabric.topology=") + of.topology,
                                "cxl_fabric.switches=" + std::to_string(of.switches),
                                "cxl_fabric.host_switches=" + of.hosts,
                                "cxl_fabric.device_switches=" + of.devices,
                                "cxl_fabric.switch_link." + port,
                                "cxl_fabric.device_links=2",
                                "cxl_fabric.device_link." + port,
                                "topology.virtual_networks=2",
                                "socket.shared_cache.clean_evictions=silent",
                                "simulation.delivery=" + delivery};
  // Buffers that random waits at one output do not fill.
  for (const char* kind : {"request", "forward", "response"}) {
    sets.push_back(std::string("cxl_fabric.switch_link.credits.") + kind + "=64");
  }
  if (of.spines > 0) sets.push_back("cxl_fabric.spines=" + std::to_string(of.spines));
  return machine("starnuma16", sets, 10);
}

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
