// SPDX-License-Identifier: Apache-2.0
// Construction arguments and helpers that several modules of a machine share.
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
#include "models/transport/queued_link.h"
#include "models/transport/router.h"
#include "platforms/assembly/boxes/core_factory.h"
#include "platforms/assembly/wiring/link_group.h"
#include "platforms/assembly/wiring/wiring.h"

namespace starnuma::assembly {

struct ComponentParts;  // rtl_parts.h
struct RtlParts;

/// Objects that all modules of a machine share.
struct Shared {
  const MachineConfig& config;
  const Wiring& wiring;
  kernel::Dispatcher& dispatcher;
  const paging::PageMap& page_map;
  CoreFactory make_core;
  /// Metadata of the tracking hardware; null if the machine does not track.
  tracking::MetadataRegion* metadata = nullptr;
  const RtlParts* rtl_parts = nullptr;        ///< Null if the program has no RTL.
  std::vector<paging::PageMap*> moving = {};  ///< Maps of address spaces whose pages can move.
  /// True if some pages have copies, so that writes to them must be reported.
  bool copies = false;
  bool os_everywhere = false;  ///< True if the OS handles faults at the cores' own sockets.
  /// Initial page map of each core; empty: `page_map`. All share the memory of `page_map`.
  std::vector<const paging::PageMap*> map_of_core = {};

  paging::PooledMemory* pooled = nullptr;  ///< Set if maps locate lines of regions.
  /// Credit classes of all links, set by the machine; null unless messages queue.
  std::shared_ptr<const transport::QueuedLink::CreditClasses> credit_classes = nullptr;

  const paging::PageMap& map_of(base::CoreId core) const {
    return map_of_core.empty() ? page_map : *map_of_core[static_cast<std::size_t>(core)];
  }

  /// Returns the factories of RTL, `compared` with the golden functions or not, which the field
  /// `key` of the machine selects. Throws InputError if the program has no RTL.
  const ComponentParts& rtl(bool compared, const char* key) const;
  /// Returns true if messages queue for links and tables.
  bool queued() const { return config.simulation.delivery == Delivery::kQueued; }
  /// Returns the maps of the host's address spaces whose pages can move.
  std::vector<paging::PageMap*> moving_of(int host) const;
  bool is_first_of_host(base::SocketId socket) const;
  /// Returns the number of ports for the host's operating system on this socket: one on the first
  /// socket, or on all with on-demand memory, if it works during the run. The region mover's port
  /// follows them.
  int os_ports(base::SocketId socket) const;

  /// Returns the metadata if homes add to them; otherwise there is no uncached memory.
  tracking::MetadataRegion* uncached() const {
    return config.tracking.adds_at_home() ? metadata : nullptr;
  }
};

/// Returns the credit classes of the links if `simulation.delivery` is queued, otherwise null.
std::shared_ptr<const transport::QueuedLink::CreditClasses> credit_classes(const Shared& shared);
/// Creates the link of an edge for `simulation.delivery`.
transport::Link& make_link(const Shared& shared, int edge, const std::string& name,
                           LinkGroups& groups);

/// Creates the dispatcher for `simulation.delivery`; it must be created before the modules and
/// outlive them.
std::unique_ptr<kernel::Dispatcher> make_dispatcher(Delivery delivery);

inline std::string numbered(const char* name, int i) { return name + std::to_string(i); }

/// Returns the router port towards each agent at a topology node whose links start at port
/// `first_link`. The node's home is on the preceding port, its caching agent on port 0.
std::vector<int> route_table(const Wiring& wiring, int node, int first_link);
/// Returns the router port of an edge at a topology node; ports follow the order of the topology's
/// edges.
int router_port(const Wiring& wiring, int node, int edge, int first_link);

using DramChannels = std::vector<std::unique_ptr<memory::DramChannel>>;

/// Returns the traffic of all channels since the last reset of statistics.
accounting::MemoryTraffic traffic_of(const DramChannels& channels);

/// Home agent of a node with its memory channels, on one port of the node's fabric; children of the
/// module whose constructor creates them.
class HomeParts {
 public:
  HomeParts(const Shared& shared, base::NodeId node, const home::HomeConfig& config);
  HomeParts(const Shared& shared, base::NodeId node, const home::HomeConfig& config,
            transport::Router& fabric, int port);

  home::SocketHome& home() const { return *home_; }
  const DramChannels& channels() const { return channels_; }

 private:
  std::unique_ptr<home::SocketHome> home_;
  DramChannels channels_;
};

}  // namespace starnuma::assembly
