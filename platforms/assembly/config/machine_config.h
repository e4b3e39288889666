// SPDX-License-Identifier: Apache-2.0
// All fields of a machine, collected from the components that declare them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/base/fields.h"
#include "models/base/ids.h"
#include "models/base/problems.h"
#include "models/base/repeated.h"
#include "models/placement/placement_config.h"
#include "models/protocol/directory_entry.h"
#include "models/tracking/tracking_config.h"
#include "models/transport/link_config.h"
#include "platforms/assembly/config/cxl_fabric_config.h"
#include "platforms/assembly/config/host_config.h"
#include "platforms/assembly/config/link_list_config.h"
#include "platforms/assembly/config/logical_pool_config.h"
#include "platforms/assembly/config/memory_node_config.h"
#include "platforms/assembly/config/method_config.h"
#include "platforms/assembly/config/pool_config.h"
#include "platforms/assembly/config/socket_config.h"
#include "platforms/assembly/config/topology_config.h"

namespace starnuma::assembly {

/// Fields of the switch that connects servers, and of its links.
struct FabricSwitchConfig {
  transport::DelayConfig box;
  transport::LinkConfig link;

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("box", box, "the switch, its ports included");
    v.group("link", link, "link from a socket to the switch");
  }
};

/// Scaling of caches and TLBs with the program's size.
enum class Sizes : std::uint8_t {
  kFull,         ///< as written
  kWithWorkload  ///< halved as often as the program's full size, down to the floors
};

struct ScalingConfig {
  Sizes sizes = Sizes::kFull;
  Sizes memory = Sizes::kFull;
  base::Bytes l1_floor;
  base::Bytes l2_floor;
  base::Bytes llc_floor_per_core;
  int dtlb_floor = 0;
  base::Bytes memory_floor;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("sizes", sizes, "whether caches and TLBs shrink with the workload");
    v.field(
        "memory", memory,
        "whether the memory of sockets, memory nodes and pool devices shrinks too, by the exact "
        "share of the full size");
    v.field("l1_floor", l1_floor, "smallest L1", base::at_least(512));
    v.field("l2_floor", l2_floor, "smallest L2", base::at_least(512));
    v.field("llc_floor_per_core", llc_floor_per_core, "smallest share of the LLC",
            base::at_least(512));
    v.field("dtlb_floor", dtlb_floor, "fewest DTLB entries", base::between(1, 65536));
    v.field("memory_floor", memory_floor, "least memory on a channel, where memory shrinks",
            base::at_least(base::kPageBytes));
  }
};

/// Checks in addition to the program's own result check.
enum class Check : std::uint8_t { kNone, kCoherence };

/// Delivery of messages to their receivers.
enum class Delivery : std::uint8_t {
  kImmediate,  ///< each transaction in the call that began it, with its path reserved in advance
  kQueued  ///< each message at its time, concurrent with all others in flight; queues and credits
           ///< on links, finite tables at homes
};

struct SimulationConfig {
  base::Time quantum;
  Delivery delivery = Delivery::kImmediate;
  Check check = Check::kNone;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("quantum", quantum, "most time that a core may run ahead of the others",
            base::at_least(1));
    v.field("delivery", delivery,
            "whether a transaction executes in one step, or its messages in simulated time, "
            "concurrent with all others in flight, and whether they queue for links and tables");
    v.field("check", check, "whether every copy of every line is checked for coherence");
  }
};

inline constexpr int kMostDevices = 16;
inline constexpr int kMostMemoryNodes = 16;
static_assert(protocol::kMaxSockets + kMostDevices + kMostMemoryNodes <=
                  base::LineAddress::kMostNodes,
              "a line address names every node");
static_assert(kMostDevices <= base::LineAddress::kMostRanges,
              "the first device's addresses hold a whole interleave set");

struct MachineConfig {
  TopologyConfig topology;
  base::Repeated<SocketConfig> socket;
  transport::LinkConfig upi;
  transport::LinkConfig numalink;
  transport::DelayConfig flex_asic;
  std::vector<LinkTypeConfig> link_types;
  std::vector<ListedLinkConfig> links;
  base::Repeated<PoolConfig> pool;
  std::optional<CxlFabricConfig> cxl_fabric;
  base::Repeated<MemoryNodeConfig> memory_node;
  std::vector<HostConfig> hosts;
  std::vector<ExtentConfig> extents;
  std::optional<FabricSwitchConfig> fabric_switch;
  std::vector<RegionConfig> regions;
  std::optional<LogicalPoolConfig> logical_pool;
  placement::PlacementConfig placement;
  tracking::TrackingConfig tracking;
  ScalingConfig scaling;
  /// Number of PTEs per page-table page after scaling; derived, not a YAML field.
  int table_entries = 512;
  SimulationConfig simulation;
  std::optional<MethodConfig> method;

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("topology", topology, "chassis and what connects them");
    v.repeated("socket", socket, base::between(1, protocol::kMaxSockets), "the sockets");
    v.group("upi", upi, "UPI-like link, between sockets and from a socket to its ASIC");
    v.group("numalink", numalink, "NUMALink between two ASICs");
    v.group("flex_asic", flex_asic, "router between UPI-like links and NUMALinks");
    v.optional_list("link_types", link_types, "further types of links, for `links`");
    v.optional_list(
        "links", links,
        "links between two nodes each, in addition to those of `topology`; absent: none");
    v.repeated("pool", pool, base::between(0, kMostDevices),
               "CXL memory pool devices shared by all sockets");
    v.optional_group("cxl_fabric", cxl_fabric,
                     "CXL switches between all sockets and all devices; absent: none");
    v.repeated("memory_node", memory_node, base::between(0, kMostMemoryNodes),
               "memory without cores");
    v.optional_list("hosts", hosts,
                    "the operating systems, each with its sockets; absent: one for all sockets");
    v.optional_list("extents", extents,
                    "memory of pool devices by the hosts that reach it; absent: one host has all, "
                    "and several have none");
    v.optional_group("fabric_switch", fabric_switch,
                     "switch that joins all sockets, over which hosts reach regions of others");
    v.optional_list("regions", regions,
                    "memory of sockets that other hosts reach; absent: each host has its own");
    v.optional_group(
        "logical_pool", logical_pool,
        "maps over which regions are found and move; absent: they stay where they lie");
    v.group("placement", placement, "placement and migration of pages");
    v.group("tracking", tracking, "hardware that counts LLC misses by region");
    v.group("scaling", scaling, "how caches and TLBs follow the size of the program");
    v.group("simulation", simulation, "parameters of the simulation, not of the machine");
    v.optional_group("method", method,
                     "costs that the evaluation pays in simulated time; absent: all, as in_time");
  }

  /// Checks the machine as a whole; called when all its parts have passed their checks.
  void check(base::Problems& problems) const;
  /// Checks the fields without the wiring that they make.
  void check_fields(base::Problems& problems) const;

  int sockets() const { return socket.count; }
  int cores_per_socket() const { return socket.each.cores; }
  int chassis() const { return chassis_of(sockets() - 1) + 1; }
  int chassis_of(int s) const { return s / topology.sockets_per_chassis; }
  base::AgentMap agents() const { return {socket.count, pool.count, memory_node.count}; }
  int nodes() const { return agents().nodes(); }
  bool several_hosts() const { return hosts.size() > 1; }
  int host_count() const { return hosts.empty() ? 1 : static_cast<int>(hosts.size()); }
  /// Returns the host of a socket.
  int host_of(int s) const;
  std::vector<int> sockets_of(int host) const;
  std::string host_name(int host) const;
  /// Returns the extents, followed by the regions.
  std::vector<SharedMemory> shared_memory() const;
  /// Returns the index of the named entry of shared_memory(), or -1.
  int extent_named(const std::string& name) const;
  /// Returns the memory of a node that regions and the room for further regions occupy, behind the
  /// private memory.
  base::Bytes in_regions(base::NodeId node) const;
  /// Returns the number of address ranges of a node's memory: one per host if hosts share any of it
  /// without coherence, otherwise 1.
  int ranges_of(base::NodeId node) const;
  /// Returns true if the lines of a pool page are interleaved over several devices.
  bool splits_pool_pages() const {
    return pool.count > 1 && pool.each.hdm_interleave.value < base::kPageBytes;
  }
  /// Returns the memory of a home node: socket, pool device or memory node.
  const MemoryConfig& memory_at(base::NodeId node) const;
  /// Returns the home agent of a socket or memory node.
  const home::HomeConfig& home_at(base::NodeId node) const;
};

}  // namespace starnuma::assembly

template <>
struct starnuma::base::EnumNames<starnuma::assembly::Check> {
  static constexpr std::array<std::string_view, 2> kNames{"none", "coherence"};
};
template <>
struct starnuma::base::EnumNames<starnuma::assembly::Delivery> {
  static constexpr std::array<std::string_view, 2> kNames{"immediate", "queued"};
};
template <>
struct starnuma::base::EnumNames<starnuma::assembly::Sizes> {
  static constexpr std::array<std::string_view, 2> kNames{"full", "with_workload"};
};
