// SPDX-License-Identifier: Apache-2.0
// Machines with a fabric of CXL switches, with as many devices as hosts.
#pragma once

#include <string>
#include <vector>

#include "tests/support/machine_bench.h"

namespace starnuma::test {

inline constexpr double kPort = 4.0;  ///< Bandwidth of a switch port, bytes per ns.
inline constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);

struct Fabric {
  const char* topology;
  int switches;
  std::string hosts;
  std::string devices;
  int spines;
  double ports;  ///< Published bandwidth, in switch ports.
};

/// Returns the numbers from `first` to `last` as a list.
inline std::string listed(int first, int last) {
  std::string text = "[";
  for (int i = first; i <= last; ++i) text += (i > first ? ", " : "") + std::to_string(i);
  return text + "]";
}

inline Fabric fabric(const std::string& topology, int n) {
  const double hosts = n;
  if (topology == "chain") return {"chain", 4, "[0, 1]", "[2, 3]", 0, 1};
  if (topology == "tree") return {"tree", 7, "[3, 4]", "[5, 6]", 0, 1};
  if (topology == "ring") return {"ring", n, listed(0, n / 2 - 1), listed(n / 2, n - 1), 0, 2};
  if (topology == "full") return {"full", n, listed(0, n - 1), listed(0, n - 1), 0, hosts};
  // N / 4 leaves with four hosts and a link to each of two spines.
  return {"spine_leaf", n / 4 + n + 2, listed(0, n / 4 - 1), listed(n / 4, n / 4 + n - 1), 2,
          hosts / 2};
}

inline assembly::MachineConfig machine_of(const Fabric& of, int n, const std::string& delivery) {
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

}  // namespace starnuma::test
