// SPDX-License-Identifier: Apache-2.0
// Configuration of one run of the pool bench: the device and its links as in a machine, hosts with
// a small cache each, and their traffic.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/base/quantities.h"
#include "models/memory/dram_config.h"
#include "models/pool/pool_config.h"
#include "models/transport/link_rate.h"
#include "testbenches/pool/traffic.h"

namespace starnuma::pool_bench {

/// Request of a head of a pool device in a log of CXL.mem messages.
struct RecordedRequest {
  base::Time time;  ///< Since the begin of the run.
  TrafficAccess access;
};

using HeadRecording = std::vector<RecordedRequest>;

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
};

struct HostSetup {
  int outstanding = 8;    ///< Maximum outstanding accesses of a host.
  int cache_lines = 256;  ///< Lines of each host's cache.
  base::Time hit_latency;
  base::Time snoop_latency;
  base::Time gap;  ///< Mean time between the accesses that a host offers; zero: closed loop at the
                   ///< maximum rate.
  int burst = 1;   ///< Accesses that arrive at a time, `burst` times `gap` apart in the mean.
  bool throttle = true;       ///< Hosts throttle according to DevLoad.
  bool silent_drops = false;  ///< Hosts drop clean owned lines without a MemClnEvct.
  /// Recorded requests that the host sends at their times, instead of its traffic; null: none.
  std::shared_ptr<const HeadRecording> recording = nullptr;
};

/// Host and traffic of a head that differs from the others.
struct HeadSetup {
  HostSetup host;
  TrafficConfig traffic;
};

struct BenchRun {
  std::string name;
  DeviceSetup device;
  HostSetup host;
  TrafficConfig traffic;
  std::map<int, HeadSetup> heads = {};  ///< Heads that differ from `host` and `traffic`.
  base::Time duration;                  ///< Measured time; the warm-up takes a tenth of it.
  base::Time longest_delay;             ///< Maximum random delay of a message; zero: none.

  const HostSetup& host_of(int head) const {
    const auto own = heads.find(head);
    return own == heads.end() ? host : own->second.host;
  }
  const TrafficConfig& traffic_of(int head) const {
    const auto own = heads.find(head);
    return own == heads.end() ? traffic : own->second.traffic;
  }
};

/// Largest number of heads.
inline constexpr int kMostHeads = 32;

}  // namespace starnuma::pool_bench
