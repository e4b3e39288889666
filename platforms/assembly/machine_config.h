// SPDX-License-Identifier: Apache-2.0
// All fields of a machine, gathered from the boxes that declare them.
#pragma once

#include <optional>

#include "models/base/fields.h"
#include "models/cache/cache_config.h"
#include "models/core/core_config.h"
#include "models/home/home_config.h"
#include "models/memory/ddr5_config.h"
#include "models/placement/placement.h"
#include "models/pool/pool_config.h"
#include "models/protocol/directory_entry.h"
#include "models/translation/translation_config.h"
#include "models/transport/link_config.h"

namespace starnuma::assembly {

struct TopologyConfig {
  int chassis = 0;
  int sockets_per_chassis = 0;
  int asics_per_chassis = 0;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("chassis", chassis, "chassis of the machine", base::between(1, protocol::kMaxSockets));
    v.field("sockets_per_chassis", sockets_per_chassis,
            "sockets in a chassis, each linked to each other one",
            base::between(1, protocol::kMaxSockets));
    v.field("asics_per_chassis", asics_per_chassis,
            "FLEX ASICs that connect a chassis to the others; its sockets are dealt over them",
            base::between(0, protocol::kMaxSockets));
  }
  int sockets() const { return chassis * sockets_per_chassis; }
};

struct MemoryConfig {
  int channels = 0;
  base::Bytes interleave;
  base::Bytes capacity_per_channel;
  memory::Ddr5Config channel;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("channels", channels, "memory channels", base::between(1, 64));
    v.field("interleave", interleave, "consecutive bytes on one channel",
            base::between(base::kLineBytes, 1 << 21));
    v.field("capacity_per_channel", capacity_per_channel, "memory on one channel",
            base::at_least(base::kPageBytes));
    v.group("channel", channel, "timing of a channel");
  }
};

struct SocketConfig {
  int cores = 0;
  core::CoreConfig core;
  translation::TranslationConfig translation;
  cache::PrivateCacheConfig private_caches;
  cache::SocketCacheConfig shared_cache;
  home::HomeConfig home;
  MemoryConfig memory;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("cores", cores, "cores of a socket", base::between(1, 32));
    v.group("core", core, "issue window of a core");
    v.group("translation", translation, "TLBs and page walker of a core");
    v.group("private_caches", private_caches, "L1 and L2 of a core");
    v.group("shared_cache", shared_cache, "LLC and caching agent");
    v.group("home", home, "home agent of the socket's memory");
    v.group("memory", memory, "the socket's own memory");
  }
};

struct PoolConfig {
  transport::DelayConfig cpu_port;
  transport::DelayConfig device_port;
  int retimers = 0;
  transport::DelayConfig retimer;
  transport::LinkConfig link;
  pool::DeviceConfig device;
  MemoryConfig memory;
  double capacity_of_footprint = 0;

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("cpu_port", cpu_port, "CXL port of a socket");
    v.group("device_port", device_port, "CXL port of the device");
    v.field("retimers", retimers, "retimers on each socket's link", base::between(0, 8));
    v.group("retimer", retimer, "one retimer");
    v.group("link", link, "CXL link of a socket");
    v.group("device", device, "multi-headed device");
    v.group("memory", memory, "the device's own memory");
    v.field("capacity_of_footprint", capacity_of_footprint,
            "share of the program's pages that may lie in the pool, at most what its memory holds");
  }
};

/// How caches and TLBs follow the size of the program.
enum class Sizes : std::uint8_t {
  kFull,         ///< as written
  kWithWorkload  ///< times 2^(workload scale - 28), down to the floors
};

struct ScalingConfig {
  Sizes sizes = Sizes::kFull;
  base::Bytes l1_floor;
  base::Bytes l2_floor;
  base::Bytes llc_floor_per_core;
  int dtlb_floor = 0;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("sizes", sizes, "whether caches and TLBs shrink with the workload");
    v.field("l1_floor", l1_floor, "smallest L1", base::at_least(512));
    v.field("l2_floor", l2_floor, "smallest L2", base::at_least(512));
    v.field("llc_floor_per_core", llc_floor_per_core, "smallest share of the LLC",
            base::at_least(512));
    v.field("dtlb_floor", dtlb_floor, "fewest DTLB entries", base::at_least(1));
  }
};

struct SimulationConfig {
  base::Time quantum;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("quantum", quantum, "how far a core may run ahead of the others", base::at_least(1));
  }
};

struct MachineConfig {
  TopologyConfig topology;
  SocketConfig socket;
  transport::LinkConfig upi;
  transport::LinkConfig numalink;
  transport::DelayConfig flex_asic;
  std::optional<PoolConfig> pool;
  placement::Policy placement = placement::Policy::kFirstTouch;
  ScalingConfig scaling;
  SimulationConfig simulation;

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("topology", topology, "sockets, chassis and what connects them");
    v.group("socket", socket, "each of the sockets");
    v.group("upi", upi, "UPI-like link, between sockets and from a socket to its ASIC");
    v.group("numalink", numalink, "NUMALink between two ASICs");
    v.group("flex_asic", flex_asic, "router between UPI-like links and NUMALinks");
    v.optional_group("pool", pool, "CXL memory pool shared by all sockets");
    v.field("placement", placement, "which node a page lies on");
    v.group("scaling", scaling, "how caches and TLBs follow the size of the program");
    v.group("simulation", simulation, "of the simulation itself, not of the machine");
  }
  int nodes() const { return topology.sockets() + (pool ? 1 : 0); }
};

}  // namespace starnuma::assembly

template <>
struct starnuma::base::EnumNames<starnuma::assembly::Sizes> {
  static constexpr std::array<std::string_view, 2> kNames{"full", "with_workload"};
};
