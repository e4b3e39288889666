// SPDX-License-Identifier: Apache-2.0
// Memory that the hosts of a machine reach: their decoders, and the zones available to programs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/paging/page_map.h"
#include "platforms/assembly/wiring/wiring.h"

namespace starnuma::assembly {

/// Returns the number of whole pages.
inline std::uint64_t pages_of(base::Bytes memory) {
  return static_cast<std::uint64_t>(memory.value / base::kPageBytes);
}

/// Returns null if one host reaches all memory.
std::shared_ptr<paging::HostMap> make_host_map(const MachineConfig& config);

/// Returns the frames that a server's part of a logical pool may allocate, in this order;
/// empty if sizes are fixed. The server's other private frames precede its regions.
std::vector<paging::FrameRange> private_capacity(const MachineConfig& config, base::NodeId node);

/// Zones of a memory that extents and regions divide.
///
/// Contract:
/// - Constructed once per memory.
/// - A program of one host uses its host's exclusive memory on each device and on sockets of other
///   hosts, extent by extent, or a shared extent or region that it names.
/// - A program of several hosts resides in one extent that all of them share: the named one, or the
///   first coherent one. Its barrier is in a coherent extent.
/// - Throws InputError if there is no such extent.
class HostZones {
 public:
  HostZones(const MachineConfig& config, paging::FramePool& memory);

  /// Request of a program: at least one host, in ascending order; `extent` by name, or empty. Error
  /// messages begin with `who`.
  struct Wanted {
    std::string who;
    std::vector<int> hosts;
    std::string extent;
  };
  struct ProgramPlacement {
    paging::SpaceLocation space;
    /// Zones of a program of several hosts: one for all pages that are not bound to a socket, one
    /// for its barrier.
    std::optional<base::NodeId> pages;
    std::optional<base::NodeId> barrier;
  };
  ProgramPlacement place_of(const Wanted& wanted) const;
  /// Returns the zone of the host's exclusive memory on the device; kNoZone if it has none.
  base::NodeId zone_of(int host, base::NodeId device) const;

  /// Throws InputError, with the sizes, if an extent has more allocated frames than it holds.
  void check_capacity(const paging::FramePool& memory) const;

 private:
  struct Zone {
    base::NodeId zone{};
    base::NodeId node{};
    std::string name;
  };

  void add_private(int host, int socket, paging::FramePool& memory);
  void add_own(int host, paging::FramePool& memory);
  paging::SpaceLocation sockets_of(const std::vector<int>& hosts) const;
  int named(const Wanted& wanted) const;
  int coherent_for(const std::vector<int>& hosts) const;

  const MachineConfig& config_;
  std::vector<SharedMemory> shared_;
  bool sized_;                 ///< True if private memory of sockets is in zones too.
  std::vector<Zone> extents_;  ///< Zones by extent; for an exclusive extent its host's zone.
  std::vector<std::vector<Zone>> own_;  ///< Zones of exclusive memory by host and node.
};

}  // namespace starnuma::assembly
