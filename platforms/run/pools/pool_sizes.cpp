// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/pools/pool_sizes.h"

#include <algorithm>
#include <utility>

#include "platforms/assembly/memory/host_memory.h"
#include "platforms/run/programs/program_hosts.h"

namespace starnuma::run {

bool PoolSizes::any_in(const assembly::MachineConfig& config) {
  return config.logical_pool && config.logical_pool->sizing.any();
}

PoolSizes::PoolSizes(const assembly::MachineConfig& config, const Scope& whole,
                     paging::FramePool& memory, const ZoneOf& zone_of)
    : pool_(*whole.machine().pooled()),
      mover_(*whole.machine().region_mover()),
      stay_(config.logical_pool->sizing.policy == placement::PoolSizing::kNone) {
  const assembly::LogicalPoolConfig& pool = *config.logical_pool;
  rules_ = {pool.sizing.spare, pool.sizing.hysteresis, assembly::pages_of(pool.region)};
  for (int s = 0; s < config.sockets(); ++s) {
    const auto node = static_cast<base::NodeId>(s);
    const int host = config.host_of(s);
    std::vector<const RunningProgram*> programs;
    os::PrivateMemory::PrivateMemoryParts place{node, zone_of(host, node), {}};
    for (RunningProgram* program : whole.programs()) {
      if (hosts_of(config, program->placed().cores) != std::vector{host}) continue;
      programs.push_back(program);
      place.maps.push_back(&program->map());
    }
    const std::uint64_t all = assembly::pages_of(config.memory_at(node).capacity());
    const std::uint64_t least = all - assembly::pages_of(config.in_regions(node));
    os::PrivateMemory own(whole.machine().os_core(host), memory, std::move(place),
                          assembly::private_capacity(config, node));
    const std::uint64_t now = own.pages();
    pool_.maps().resize(s, all - now);
    servers_.push_back({config.host_name(host), s, all, least,
                        least + assembly::pages_of(pool.incoming_capacity), std::move(programs),
                        std::move(own), now});
  }
}

bool PoolSizes::step(const std::vector<placement::RegionLocationUse>& regions, base::Time elapsed) {
  if (stay_) return false;
  const bool idle = std::all_of(servers_.begin(), servers_.end(),
                                [](const Server& server) { return server.memory.idle(); });
  if (!idle) return true;
  for (const Server& server : servers_) assign_rest_to_pool(server);
  if (!moves_.empty()) {
    mover_.move(std::exchange(moves_, {}));
    return true;
  }
  bool under_way = false;
  for (Server& server : servers_) under_way |= continue_resize(server);
  return under_way || decide(regions, elapsed);
}

/// Resizes the server's part of the pool to all frames that are neither private nor about to be.
void PoolSizes::assign_rest_to_pool(const Server& server) {
  pool_.maps().resize(server.number, server.all - std::max(server.memory.pages(), server.target));
}

/// Grows a server's private memory once the frames are free. Returns true if work is scheduled.
bool PoolSizes::continue_resize(Server& server) {
  const std::uint64_t now = server.memory.pages();
  if (now >= server.target) return false;
  const std::vector<paging::PoolPage> in_the_way = pool_.maps().beyond(server.number);
  if (!in_the_way.empty() && mover_.move_within(server.number, in_the_way)) return true;
  if (!in_the_way.empty()) {
    server.target = now;
    ++abandoned_;
    return false;
  }
  std::vector<paging::FrameRange> ranges;
  for (std::uint64_t pages = now; pages < server.target; pages += rules_.step) {
    const std::uint64_t first = server.all - (pages + rules_.step - server.least);
    ranges.push_back({first, rules_.step});
  }
  server.memory.grow(ranges);
  return true;
}

/// Returns the number of pages without memory or on other servers.
std::uint64_t PoolSizes::pages_elsewhere(const Server& server, const paging::PageMap& map) const {
  std::uint64_t pages = 0;
  for (std::uint64_t page = 0; page < map.pages(); ++page) {
    const base::NodeId home = pool_.home_of(map.frame_of(page).first_line);
    pages += !map.allocated(page) || base::index_of(home) != server.number;
  }
  return pages;
}

placement::ServerUse PoolSizes::use_of(const Server& server, base::Time elapsed) const {
  placement::ServerUse use;
  use.memory = server.all;
  use.now_private = server.memory.pages();
  use.holds = std::max(server.least, server.memory.used());
  std::uint64_t elsewhere = 0;
  for (const RunningProgram* program : server.programs) {
    if (program->placed().start <= elapsed) elsewhere += pages_elsewhere(server, program->map());
  }
  use.wants = std::clamp(server.memory.used() + elsewhere, use.holds, server.most);
  return use;
}

bool PoolSizes::decide(const std::vector<placement::RegionLocationUse>& regions,
                       base::Time elapsed) {
  std::vector<placement::ServerUse> uses;
  for (const Server& server : servers_) uses.push_back(use_of(server, elapsed));
  const placement::Sizing sizing = placement::size_pool(uses, regions, rules_);
  if (!sizing.fits) return false;
  bool changes = !sizing.moves.empty();
  for (Server& server : servers_) {
    aim(server, sizing.private_pages[static_cast<std::size_t>(server.number)]);
    changes |= server.target != server.memory.pages();
  }
  moves_ = sizing.moves;
  changes_ += changes;
  if (moves_.empty()) {  // growing servers need not wait for moves
    for (Server& server : servers_) {
      assign_rest_to_pool(server);
      if (server.memory.idle()) continue_resize(server);
    }
  }
  return changes;
}

/// Sets the server's target in whole steps above its minimum private memory.
void PoolSizes::aim(Server& server, std::uint64_t wanted) {
  const std::uint64_t within = std::clamp(wanted, server.least, server.most) - server.least;
  server.target = server.least + within / rules_.step * rules_.step;
  if (server.target < server.memory.used()) server.target += rules_.step;
  const std::uint64_t now = server.memory.pages();
  if (server.target < now) server.memory.shrink((now - server.target) / rules_.step);
}

void PoolSizes::report(SimulationResult& result) const {
  for (const Server& server : servers_) {
    accounting::StatWriter out(result.stats, "host." + server.name + ".private");
    server.memory.report(out);
  }
  accounting::StatWriter out(result.stats, "machine.pool_sizes");
  out.write("changes", changes_, "1", "decisions to grow or shrink private memory");
  out.write("abandoned", abandoned_, "1",
            "servers whose private memory could not grow because of pages of regions");
}

}  // namespace starnuma::run
