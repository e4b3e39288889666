// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/memory/page_capacity.h"

#include <algorithm>

#include "models/base/check.h"
#include "platforms/assembly/memory/host_memory.h"

namespace starnuma::assembly {
namespace {

/// Returns the memory that frames of a node represent: for an interleave set, equally much of each
/// device.
base::Bytes capacity_of(const MachineConfig& config, base::NodeId node) {
  base::Bytes capacity = config.memory_at(node).capacity();
  if (!config.splits_pool_pages() || node != config.agents().device_node(0)) return capacity;
  for (int d = 1; d < config.pool.count; ++d) {
    capacity = std::min(capacity, config.pool[d].memory.capacity());
  }
  return capacity * config.pool.count;
}

/// Returns the memory of a device that belongs to the host.
base::Bytes memory_of(const MachineConfig& config, int device, int host) {
  if (config.extents.empty() && !config.several_hosts())
    return config.pool[device].memory.capacity();
  base::Bytes own;
  for (const ExtentConfig& extent : config.extents) {
    const bool counts = extent.device == device && extent.sharing == paging::Sharing::kExclusive &&
                        extent.hosts.of(config.host_count()).front() == host;
    if (counts) own += extent.size;
  }
  return own;
}

/// Attributes the frames of all devices of an interleave set to the first device.
void gather(placement::PoolCapacities& rooms) {
  const auto least =
      std::min_element(rooms.devices.begin(), rooms.devices.end(),
                       [](const auto& a, const auto& b) { return a.pages < b.pages; });
  const std::uint64_t all = least->pages * rooms.devices.size();
  for (placement::PoolCapacity& room : rooms.devices) room.pages = 0;
  rooms.devices.front().pages = all;
}

}  // namespace

std::shared_ptr<paging::FramePool> make_memory(const MachineConfig& config) {
  paging::HdmDecoder decoder;
  if (config.splits_pool_pages()) {
    decoder = {config.agents().device_node(0), config.pool.count, config.pool.each.hdm_interleave};
  }
  return std::make_shared<paging::FramePool>(config.nodes(), decoder, make_host_map(config));
}

paging::SpaceLocation place_on_sockets(const MachineConfig& config) {
  paging::SpaceLocation place = paging::SpaceLocation::of_sockets(config.sockets());
  place.table_entries = config.table_entries;
  if (config.placement.page_tables == placement::PageTables::kEverySocket) {
    const std::vector<base::NodeId> sockets = place.table_sockets.front();
    place.table_sockets.clear();
    for (const base::NodeId socket : sockets) {
      place.table_of_socket.push_back(static_cast<int>(place.table_sockets.size()));
      place.table_sockets.push_back({socket});
    }
  }
  return place;
}

paging::PageMap make_page_map(const MachineConfig& config, const std::vector<base::NodeId>& homes,
                              base::SpaceId space) {
  return {homes, make_memory(config), place_on_sockets(config), space};
}

placement::PoolCapacities pool_capacities(const MachineConfig& config, std::uint64_t pages,
                                          int host) {
  placement::PoolCapacities rooms;
  for (int d = 0; d < config.pool.count; ++d) {
    const PoolConfig& pool = config.pool[d];
    const auto share =
        static_cast<std::uint64_t>(pool.capacity_of_footprint * static_cast<double>(pages));
    rooms.devices.push_back(
        {config.agents().device_node(d), std::min(share, pages_of(memory_of(config, d, host)))});
  }
  rooms.interleave_pages = pages_of(config.pool.each.hdm_interleave);
  if (config.splits_pool_pages()) gather(rooms);
  if (rooms.interleave_pages == 0) rooms.interleave_pages = 1;
  return rooms;
}

std::vector<std::uint64_t> free_pages_of_nodes(const MachineConfig& config, std::uint64_t pages) {
  std::vector<std::uint64_t> rooms;
  for (int n = 0; n < config.nodes(); ++n) {
    const auto node = static_cast<base::NodeId>(n);
    rooms.push_back(pages_of(config.memory_at(node).capacity() - config.in_regions(node)));
  }
  if (!config.extents.empty() || config.several_hosts()) return rooms;  // zones define the capacity
  for (const placement::PoolCapacity& room : pool_capacities(config, pages).devices) {
    rooms[static_cast<std::size_t>(room.node)] = room.pages;
  }
  return rooms;
}

std::vector<std::uint64_t> frame_limits(const MachineConfig& config,
                                        const paging::FramePool& memory, std::uint64_t pages) {
  std::vector<std::uint64_t> limits = free_pages_of_nodes(config, pages);
  for (int n = 0; n < config.nodes(); ++n) {
    const auto node = static_cast<base::NodeId>(n);
    if (config.in_regions(node) > base::Bytes(0)) continue;  // the directory covers all frames
    const std::uint64_t used = memory.frames_on(node);
    std::uint64_t& limit = limits[static_cast<std::size_t>(n)];
    limit = std::min(std::max(used, limit), used + pages);
  }
  return limits;
}

void check_capacity(const MachineConfig& config, const Wiring& wiring,
                    const paging::FramePool& memory) {
  for (int n = 0; n < config.nodes(); ++n) {
    const auto node = static_cast<base::NodeId>(n);
    const bool has_regions = config.in_regions(node) > base::Bytes(0);
    const base::Bytes capacity = capacity_of(config, node) - config.in_regions(node);
    const std::uint64_t frames = has_regions ? memory.outside_zones(node) : memory.frames_on(node);
    const auto needed = base::Bytes(static_cast<std::int64_t>(frames * base::kPageBytes));
    if (needed > capacity) {
      throw base::InputError("the memory of ", wiring.name_of(node), " holds ",
                             base::to_string(capacity), ", the program places ",
                             base::to_string(needed), " there");
    }
  }
}

}  // namespace starnuma::assembly
