// SPDX-License-Identifier: Apache-2.0
// Configuration of one run of the pool bench: the device and its links as in a machine, hosts with
// a small cache each, and their traffic.
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
  base::Time path;  ///< Latency in one direction between host and directory: ports, retimers,
                    ///< flight, fabric.
  transport::LinkRate link;  ///< Rate of each head.
  bool in_flits = false;     ///< The rate counts flit slots.
  int request_credits = 16;  ///< Credits of each head for requests.
  int channels = 1;
  base::Bytes interleave;
  memory::DramConfig channel;
  std::uint64_t filter_lines = 0;
  std::vector<int> weights;  ///< Weights of the heads, for `arbitration: weighted`.
};

struct HostSetup {
  int outstanding = 8;    ///< Maximum outstanding accesses of a host.
  int cache_lines = 256;  ///< Lines of each host's cache.
  base::Time hit_latency;
  base::Time snoop_latency;
  base::Time gap;  ///< Mean time between the accesses that a host offers; zero: closed loop at the
                   ///< maximum rate.
  bool throttle = true;       ///< Hosts throttle according to DevLoad.
  bool silent_drops = false;  ///< Hosts drop clean owned lines without a MemClnEvct.
};

struct BenchRun {
  std::string name;
  DeviceSetup device;
  HostSetup host;
  TrafficConfig traffic;
  base::Time duration;       ///< Measured time; the warm-up takes a tenth of it.
  base::Time longest_delay;  ///< Maximum random delay of a message; zero: none.
};

/// Largest number of heads.
inline constexpr int kMostHeads = 32;

}  // namespace starnuma::pool_bench
