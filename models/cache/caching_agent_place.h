// SPDX-License-Identifier: Apache-2.0
// Position of a caching agent in its machine.
#pragma once

#include <cstddef>
#include <vector>

#include "models/accounting/access_class.h"
#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/paging/host_map.h"
#include "models/paging/pooled_memory.h"

namespace starnuma::cache {

/// Position of a caching agent in the machine; assembly fills it from the wiring.
struct CachingAgentPlace {
  base::SocketId socket{};
  int cores = 0;
  int os_ports = 0;  ///< Number of ports after those of the cores, for cores that move pages.
  base::Frequency frequency;
  base::AgentMap agents;
  accounting::AccessClasses classes;
  /// Access class of data from each home node's memory.
  std::vector<accounting::AccessClass> class_of_home;
  int uncached_ports = 0;
  /// Reachable memory of each host; null if every socket reaches all memory.
  const paging::HostMap* hosts = nullptr;
  /// Maps of pooled memory; null if the address of a line names its home.
  const paging::PooledMemory* pooled = nullptr;
  /// Maximum outstanding requests to a pool device in queued delivery, reduced under its load;
  /// zero: DevLoad is ignored.
  int device_requests = 0;

  /// Returns the number of logical devices of all pool devices.
  std::size_t logical_devices() const {
    const int of_each = hosts != nullptr ? hosts->logical_devices() : 1;
    return static_cast<std::size_t>(agents.devices * of_each);
  }
  /// Returns the number of a line's logical device among them.
  std::size_t logical_device_of(base::LineAddress line) const {
    const int device = base::index_of(line.node()) - agents.sockets;
    if (hosts == nullptr) return static_cast<std::size_t>(device);
    return static_cast<std::size_t>(device * hosts->logical_devices() +
                                    hosts->logical_device_of(line));
  }
};

}  // namespace starnuma::cache
