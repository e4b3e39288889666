// SPDX-License-Identifier: Apache-2.0
// One run of the pool bench: the device and its links as of a machine, hosts with a small cache
// each, and what they do.
#pragma once

#include <string>
#include <vector>

#include "models/memory/dram_config.h"
#include "models/pool/pool_config.h"
#include "models/transport/link_rate.h"
#include "testbenches/pool/traffic.h"

namespace starnuma::pool_bench {

struct DeviceSetup {
  pool::DeviceConfig device;
  base::Time path;  ///< One way between a host and the directory: ports, retimers, flight, fabric.
  transport::LinkRate link;  ///< Of a head.
  int channels = 1;
  base::Bytes interleave;
  memory::DramConfig channel;
  std::uint64_t filter_lines = 0;
  std::vector<int> weights;  ///< Of the heads, for `arbitration: weighted`.
};

struct HostSetup {
  int outstanding = 8;    ///< Accesses under way at once.
  int cache_lines = 256;  ///< Of each host.
  base::Time hit_latency;
  base::Time snoop_latency;
  base::Time gap;  ///< Mean time between the accesses offered by a host; zero: as many as possible.
  bool throttle = true;  ///< Hosts follow DevLoad.
};

struct BenchRun {
  std::string name;
  DeviceSetup device;
  HostSetup host;
  TrafficConfig traffic;
  base::Time duration;       ///< Measured; a tenth of it runs before.
  base::Time longest_delay;  ///< Of a message, drawn at random; zero: none.
};

/// Largest number of heads.
inline constexpr int kMostHeads = 32;

}  // namespace starnuma::pool_bench
