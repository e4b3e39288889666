// SPDX-License-Identifier: Apache-2.0
// Highest bandwidth that each resource of a pool device, of its links and of its hosts allows, and
// the resource that limits.
//
// Contract: closed forms of the configuration, without a simulation. Tables and hosts obey Little's
// law with unloaded latencies, so their limits are upper bounds. Bandwidth is that of the lines
// which hosts fetch.
#pragma once

#include <string>
#include <vector>

#include "models/base/problems.h"
#include "models/base/quantities.h"
#include "models/pool/pool_config.h"
#include "models/transport/link_rate.h"
#include "platforms/analysis/unloaded.h"

namespace starnuma::analysis {

/// Messages between hosts and device, for each line that a host fetches.
struct PoolTraffic {
  double clean_evictions = 1;  ///< MemClnEvct; full caches send one for each fetched line.
  double write_backs = 0;      ///< MemWr
  double snoops = 0;           ///< BISnp, each with a BIRsp.
  double completions = 0;      ///< Cmp of reads in a message of its own.
};

/// Reads of a memory channel.
struct ChannelReads {
  double bytes_per_second = 0;  ///< Bandwidth with 64 outstanding reads of each data bus.
  std::string limit;            ///< Rule that limits it.
  double bound = 0;             ///< Bandwidth that the rules allow for any number of reads.
  std::string bound_rule;       ///< Rule that sets the bound.
};

/// Resources between hosts and the memory of a pool device.
struct PoolResources {
  pool::QueuedConfig queued;
  base::Time directory;  ///< Latency of a directory look-up.
  base::Time memory;     ///< Unloaded latency of a memory read.
  int channels = 0;
  ChannelReads reads;  ///< Reads of one channel.
  int links = 0;
  transport::LinkRate link;
  bool in_flits = false;    ///< The rate counts flit slots.
  int request_credits = 0;  ///< Credits for requests of one link.
  base::Time credit_time;   ///< Unloaded time from the use of a credit until its return.
  base::Time round_trip;    ///< Unloaded latency of a read, from host to host.
  base::Time snoop;         ///< Unloaded latency from a BISnp to its BIRsp.
  int outstanding = 0;      ///< Most outstanding reads of all hosts; 0: any number.
};

struct Limit {
  std::string resource;
  std::string field;  ///< Field of a device that sets the limit; empty for other resources.
  double bytes_per_second = 0;
};

/// Returns the limit of each resource that the traffic uses.
std::vector<Limit> limits_of(const PoolResources& resources, const PoolTraffic& traffic);

/// Returns the limit with the lowest bandwidth. Precondition: there is one.
Limit binding(const std::vector<Limit>& limits);

/// Returns the resources between the attached sockets and pool device `device` of a machine; of one
/// socket if `sockets` is 1.
PoolResources pool_resources(const assembly::MachineConfig& machine, const Unloaded& unloaded,
                             int device, int sockets, const ChannelReads& reads);

/// Warns if the tables or look-ups of a device limit reads to less than 75 % of the bandwidth that
/// memory and links have.
void warn_of_device_limits(const assembly::MachineConfig& machine, base::Problems& warnings);

}  // namespace starnuma::analysis
