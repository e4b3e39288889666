// SPDX-License-Identifier: Apache-2.0
// Dynamic split of each logical-pool server's memory into private and pooled parts, as configured
// by `logical_pool.sizing`. With policy `none` the initial split is permanent.
//
// Contract:
// - step() is called once in each period while no region moves. It advances a scheduled change, or
//   makes a new decision (placement/pool_sizing).
// - Order of a change: private memory shrinks first and its frames join the pool. Then regions
//   leave servers whose pool part shrinks, and pages of regions move to the remaining frames of the
//   pool part. Finally private memory grows.
// - A server's demand is all pages of its started programs.
// - Private memory grows only into the server's `room`, never into frames that name lines of the
//   pool. So regions always fit, and no server's demand is met at another's cost.
// - The decision itself takes no simulated time.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "models/os/private_memory.h"
#include "models/os/region_mover.h"
#include "platforms/run/measure/simulation_result.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class PoolSizes {
 public:
  static bool any_in(const assembly::MachineConfig& config);

  using ZoneOf = std::function<base::NodeId(int host, base::NodeId node)>;

  PoolSizes(const assembly::MachineConfig& config, const Scope& whole, paging::FramePool& memory,
            const ZoneOf& zone_of);

  /// `regions` is the use of all regions in the period, `elapsed` the time since the windows
  /// opened. Returns true if a change is scheduled; regions must then not move for other reasons.
  bool step(const std::vector<placement::RegionLocationUse>& regions, base::Time elapsed);
  void report(SimulationResult& result) const;

 private:
  /// State of a server; sizes are in pages.
  struct Server {
    std::string name;
    int number;
    std::uint64_t all;    ///< Total memory.
    std::uint64_t least;  ///< Minimum private memory.
    std::uint64_t most;   ///< Maximum private memory.
    std::vector<const RunningProgram*> programs;
    os::PrivateMemory memory;
    std::uint64_t target;
  };

  void assign_rest_to_pool(const Server& server);
  bool continue_resize(Server& server);
  bool decide(const std::vector<placement::RegionLocationUse>& regions, base::Time elapsed);
  std::uint64_t pages_elsewhere(const Server& server, const paging::PageMap& map) const;
  placement::ServerUse use_of(const Server& server, base::Time elapsed) const;
  void aim(Server& server, std::uint64_t wanted);

  paging::PooledMemory& pool_;
  os::RegionMover& mover_;
  bool stay_;
  placement::SizingRules rules_;
  std::deque<Server> servers_;
  std::vector<placement::RegionMove> moves_;  ///< Moves that wait until private memory has shrunk.
  std::uint64_t changes_ = 0;
  std::uint64_t abandoned_ = 0;
};

}  // namespace starnuma::run
