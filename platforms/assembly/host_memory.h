// SPDX-License-Identifier: Apache-2.0
// The memory that the hosts of a machine reach: their decoders, and what programs may take of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/paging/page_map.h"
#include "platforms/assembly/wiring.h"

namespace starnuma::assembly {

/// Whole ones.
inline std::uint64_t pages_of(base::Bytes memory) {
  return static_cast<std::uint64_t>(memory.value / base::kPageBytes);
}

/// Null where one host reaches everything.
std::shared_ptr<paging::HostMap> make_host_map(const MachineConfig& config);

/// Frames of a server that its part of a logical pool may get, in the order in which they came;
/// none where sizes stay. Its other private frames are those before its regions.
std::vector<paging::FrameRange> private_room(const MachineConfig& config, base::NodeId node);

/// The zones of a memory that extents set apart.
///
/// Contract: made once for a memory. A program of one host takes of a device, and of a socket of
/// another host, what its host has there exclusively, extent after extent, or of a shared extent or
/// region that it names. A program of several
/// hosts lies in one extent that all of them share: the named one, or the first coherent one. What
/// it is synchronised by lies in a coherent one. Throws InputError where there is none.
class HostZones {
 public:
  HostZones(const MachineConfig& config, paging::FramePool& memory);

  /// Hosts in rising order, at least one; `extent` by name, or empty. `who` begins an error's line.
  struct Wanted {
    std::string who;
    std::vector<int> hosts;
    std::string extent;
  };
  struct Place {
    paging::SpacePlace space;
    /// Of a program of several hosts: where all pages lie that are bound to no socket, and where
    /// its barrier does.
    std::optional<base::NodeId> pages;
    std::optional<base::NodeId> barrier;
  };
  Place place_of(const Wanted& wanted) const;
  /// Of what the host has exclusively on the device; kNoZone: nothing.
  base::NodeId zone_of(int host, base::NodeId device) const;

  /// Throws InputError, with the sizes, where more frames of an extent are in use than it has.
  void check_capacity(const paging::FramePool& memory) const;

 private:
  struct Zone {
    base::NodeId zone{};
    base::NodeId node{};
    std::string name;
  };

  void add_private(int host, int socket, paging::FramePool& memory);
  void add_own(int host, paging::FramePool& memory);
  paging::SpacePlace sockets_of(const std::vector<int>& hosts) const;
  int named(const Wanted& wanted) const;
  int coherent_for(const std::vector<int>& hosts) const;

  const MachineConfig& config_;
  std::vector<SharedMemory> shared_;
  bool sized_;                          ///< Private memory of sockets is in zones too.
  std::vector<Zone> extents_;           ///< By extent; of exclusive ones the host's.
  std::vector<std::vector<Zone>> own_;  ///< By host: what it has exclusively, by node.
};

}  // namespace starnuma::assembly
