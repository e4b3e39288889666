// SPDX-License-Identifier: Apache-2.0
// What the boxes of a machine are made from, and what several of them need.
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "models/home/socket_home.h"
#include "models/kernel/dispatcher.h"
#include "models/memory/dram_channel.h"
#include "models/paging/page_map.h"
#include "models/paging/pooled_memory.h"
#include "models/tracking/metadata_region.h"
#include "models/transport/link.h"
#include "models/transport/router.h"
#include "platforms/assembly/core_factory.h"
#include "platforms/assembly/wiring.h"

namespace starnuma::assembly {

struct RtlTracking;  // tracking_box.h

/// What all boxes of a machine share.
struct Shared {
  const MachineConfig& config;
  const Wiring& wiring;
  kernel::Dispatcher& dispatcher;
  const paging::PageMap& page_map;
  CoreFactory make_core;
  tracking::MetadataRegion* metadata = nullptr;  ///< Of the tracking hardware, if there is any.
  const RtlTracking* rtl_tracking = nullptr;
  std::vector<paging::PageMap*> moving = {};  ///< Maps of spaces whose pages move.
  bool copies = false;         ///< Writes to their pages are told of, as some have copies.
  bool os_everywhere = false;  ///< It handles faults at the cores' sockets.
  /// The page map that each core begins with; empty: `page_map`, whose memory all are in.
  std::vector<const paging::PageMap*> map_of_core = {};

  paging::PooledMemory* pooled = nullptr;  ///< Where lines of regions are found by maps.

  const paging::PageMap& map_of(base::CoreId core) const {
    return map_of_core.empty() ? page_map : *map_of_core[static_cast<std::size_t>(core)];
  }

  /// Messages queue for links and tables.
  bool queued() const { return config.simulation.delivery == Delivery::kQueued; }
  /// Maps of a host's spaces whose pages move.
  std::vector<paging::PageMap*> moving_of(int host) const;
  bool is_first_of_host(base::SocketId socket) const;
  /// Of the host's operating system, where it works while programs run: one on the first socket,
  /// and where pages get memory on demand, on all. Behind them one for whoever moves regions.
  int os_ports(base::SocketId socket) const;

  /// Metadata, where homes add to them; else there is no uncached memory.
  tracking::MetadataRegion* uncached() const {
    return config.tracking.adds_at_home() ? metadata : nullptr;
  }
};

/// Messages queue for the link where `simulation.delivery` says so.
void queue_in(const Shared& shared, transport::Link& link);

/// As `simulation.delivery` says. Outlives the boxes, and is made before them.
std::unique_ptr<kernel::Dispatcher> make_dispatcher(Delivery delivery);

inline std::string numbered(const char* name, int i) { return name + std::to_string(i); }

/// Router port towards each agent, at a topology node whose links start at port `first_link`. The
/// node's own home is on the port before, its caching agent on port 0.
std::vector<int> route_table(const Wiring& wiring, int node, int first_link);
/// A router port for each edge at a topology node, in the order of the topology's edges.
int router_port(const Wiring& wiring, int node, int edge, int first_link);

/// The home agent of a node with its memory channels, on one port of the node's fabric; children of
/// the module whose constructor makes it.
class HomeParts {
 public:
  HomeParts(const Shared& shared, base::NodeId node, const home::HomeConfig& config);
  HomeParts(const Shared& shared, base::NodeId node, const home::HomeConfig& config,
            transport::Router& fabric, int port);

  home::SocketHome& home() const { return *home_; }

 private:
  std::unique_ptr<home::SocketHome> home_;
  std::vector<std::unique_ptr<memory::DramChannel>> channels_;
};

}  // namespace starnuma::assembly
