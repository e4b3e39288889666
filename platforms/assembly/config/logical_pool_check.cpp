// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/config/machine_checks.h"

#include <algorithm>
#include <string>
#include <vector>

#include "models/paging/pooled_memory.h"

namespace starnuma::assembly {
namespace {

void check_pages(base::Bytes value, const char* key, base::Problems& problems) {
  if (value.value % base::kPageBytes == 0) return;
  problems.add(key, base::to_string(value), " is not a whole number of 4 KiB pages");
}

/// Checks that a server's regions are contiguous and followed by the server's room.
void check_server(const MachineConfig& config, int server, base::Problems& problems) {
  std::vector<std::size_t> own;
  for (std::size_t r = 0; r < config.regions.size(); ++r) {
    if (config.regions[r].socket == server) own.push_back(r);
  }
  if (own.empty()) return;
  std::sort(own.begin(), own.end(), [&](std::size_t a, std::size_t b) {
    return config.regions[a].start < config.regions[b].start;
  });
  const base::Bytes capacity = config.memory_at(static_cast<base::NodeId>(server)).capacity();
  for (std::size_t i = 0; i < own.size(); ++i) {
    const RegionConfig& region = config.regions[own[i]];
    const bool last = i + 1 == own.size();
    const base::Bytes next =
        last ? capacity - config.logical_pool->incoming_capacity : config.regions[own[i + 1]].start;
    if (region.start + region.size == next) continue;
    problems.add_misfit(
        {"regions." + std::to_string(own[i]) + ".size", "logical_pool.incoming_capacity"},

        region.name, " ends at ", base::to_string(region.start + region.size), ", expected ",
        base::to_string(next), ", where ",
        (last ? "the room of socket " + std::to_string(server) + " for other regions begins"
              : config.regions[own[i + 1]].name + " begins"));
    return;
  }
}

/// Checks the number of regions: maps have an entry for each of them.
void check_region(const MachineConfig& config, base::Problems& problems) {
  const base::Bytes region = config.logical_pool->region;
  std::int64_t regions = 0;
  base::Bytes pooled;
  for (int s = 0; s < config.sockets(); ++s) {
    const base::Bytes own = config.in_regions(static_cast<base::NodeId>(s));
    regions += (own.value + region.value - 1) / region.value;
    pooled += own;
  }
  constexpr auto kMostRegions = static_cast<std::int64_t>(paging::PooledMemory::kMostRegions);
  if (regions <= kMostRegions) return;
  problems.add_misfit({"logical_pool.region", "logical_pool.incoming_capacity"},
                      base::to_string(region), " makes ", regions, " regions of ",
                      base::to_string(pooled), ", expected at most ", kMostRegions, " of them");
}

/// Checks the sizes of private memory, and that each server is a host of its own.
void check_sizing(const MachineConfig& config, base::Problems& problems) {
  const LogicalPoolConfig& pool = *config.logical_pool;
  check_pages(pool.sizing.private_capacity, "logical_pool.sizing.private_capacity", problems);
  if (pool.sizing.private_capacity > pool.incoming_capacity) {
    problems.add_misfit({"logical_pool.sizing.private_capacity", "logical_pool.incoming_capacity"},
                        base::to_string(pool.sizing.private_capacity), " private of a room of ",
                        base::to_string(pool.incoming_capacity));
  }
  if (!pool.sizing.any()) return;
  if (config.host_count() != config.sockets()) {
    problems.add_misfit({"logical_pool.sizing.policy", "hosts"},
                        "servers are sized one by one, expected hosts with a socket each");
  }
}

}  // namespace

void check_logical_pool(const MachineConfig& config, base::Problems& problems) {
  if (!config.logical_pool) return;
  const LogicalPoolConfig& pool = *config.logical_pool;
  check_pages(pool.region, "logical_pool.region", problems);
  check_pages(pool.incoming_capacity, "logical_pool.incoming_capacity", problems);
  check_sizing(config, problems);
  if (config.regions.empty()) {
    problems.add_misfit({"logical_pool", "regions"}, "maps lead to regions, and there are none");
    return;
  }
  constexpr int kMostPorts = 32;
  if (config.cores_per_socket() + 1 >= kMostPorts) {
    problems.add_misfit({"socket.cores", "logical_pool"},
                        "the region mover needs its own port on each socket, which has no "
                        "more than ",
                        kMostPorts);
  }
  for (int s = 0; s < config.sockets() && problems.list().empty(); ++s) {
    check_server(config, s, problems);
  }
  if (problems.list().empty()) check_region(config, problems);
}

}  // namespace starnuma::assembly
