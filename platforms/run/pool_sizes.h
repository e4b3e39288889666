// SPDX-License-Identifier: Apache-2.0
// How much of each server of a logical pool is private, decided anew while programs run, as the
// machine's `logical_pool.sizing` says; or what it is at the start, for good.
//
// Contract: step() is asked once in each period, when no region moves. It makes the next step of a
// change that is under way, or decides anew (placement/pool_sizing): private memory that is to
// shrink does so first and its frames are the pool's; then regions leave servers whose part of the
// pool is to shrink, and pages of regions go to frames of it that stay; then private memory grows.
// A server's programs that have started want all of their pages on it. Private memory comes of the
// server's room, never of frames that lines of the pool are named after; so regions always have
// room somewhere, and no server's want is met at the cost of another's. The decision takes no time
// of its own.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "models/os/private_memory.h"
#include "models/os/region_mover.h"
#include "platforms/run/scope.h"
#include "platforms/run/simulation.h"

namespace starnuma::run {

class PoolSizes {
 public:
  static bool any_in(const assembly::MachineConfig& config);

  using ZoneOf = std::function<base::NodeId(int host, base::NodeId node)>;

  PoolSizes(const assembly::MachineConfig& config, const Scope& whole, paging::FramePool& memory,
            const ZoneOf& zone_of);

  /// By use of all regions in the period, `elapsed` since the windows opened; true: a change is
  /// under way, so regions are not to move for any other reason.
  bool step(const std::vector<placement::RegionPlaceUse>& regions, base::Time elapsed);
  void report(SimulationResult& result) const;

 private:
  /// All in pages.
  struct Server {
    std::string name;
    int number;
    std::uint64_t all;    ///< Of its memory.
    std::uint64_t least;  ///< That are always private.
    std::uint64_t most;   ///< That may be.
    std::vector<const RunningProgram*> programs;
    os::PrivateMemory memory;
    std::uint64_t target;
  };

  void give_pool_the_rest(const Server& server);
  bool go_on(Server& server);
  bool decide(const std::vector<placement::RegionPlaceUse>& regions, base::Time elapsed);
  std::uint64_t pages_elsewhere(const Server& server, const paging::PageMap& map) const;
  placement::ServerUse use_of(const Server& server, base::Time elapsed) const;
  void aim(Server& server, std::uint64_t wanted);

  paging::PooledMemory& pool_;
  os::RegionMover& mover_;
  bool stay_;
  placement::SizingRules rules_;
  std::deque<Server> servers_;
  std::vector<placement::RegionMove> moves_;  ///< That wait until private memory has shrunk.
  std::uint64_t changes_ = 0;
  std::uint64_t given_up_ = 0;
};

}  // namespace starnuma::run
