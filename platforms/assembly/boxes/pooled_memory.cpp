// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/boxes/pooled_memory.h"

#include <algorithm>

#include "platforms/assembly/boxes/socket_box.h"
#include "platforms/assembly/config/index.h"

namespace starnuma::assembly {
namespace {

std::uint64_t to_pages(base::Bytes memory) {
  return static_cast<std::uint64_t>(memory.value / base::kPageBytes);
}

translation::MapLocation place_of(const Shared& shared, base::SocketId id, home::SocketHome& home,
                                  const MapBufferConfig& buffer) {
  const MemoryConfig& memory = shared.config.memory_at(static_cast<base::NodeId>(id));
  std::vector<translation::MapMemory::Channel*> channels;
  for (auto& channel : home.mem_side) channels.push_back(&channel);
  const timing::Interleave interleave(memory.channels, memory.interleave);
  return {base::index_of(id), shared.wiring.agents, buffer.latency,
          translation::MapMemory(std::move(channels), interleave,
                                 to_pages(memory.capacity()) * base::kLinesPerPage)};
}

}  // namespace

std::unique_ptr<paging::PooledMemory> make_pooled_memory(const MachineConfig& config,
                                                         const paging::HostMap* hosts) {
  if (!config.logical_pool) return nullptr;
  paging::PooledMemory::Sizes sizes;
  sizes.region_pages = to_pages(config.logical_pool->region);
  sizes.coarse_buffer = config.logical_pool->coarse.entries;
  sizes.fine_buffer = config.logical_pool->fine.entries;
  sizes.window = hosts->window();
  for (int s = 0; s < config.sockets(); ++s) {
    const auto node = static_cast<base::NodeId>(s);
    const std::uint64_t all = to_pages(config.memory_at(node).capacity());
    const std::uint64_t pooled = to_pages(config.in_regions(node));
    sizes.parts.push_back({all - pooled, pooled});
  }
  std::vector<paging::PooledMemory::Named> named;
  for (const RegionConfig& region : config.regions) {
    named.push_back({region.socket, to_pages(region.start), to_pages(region.size),
                     region.sharing != paging::Sharing::kNonCoherent});
  }
  std::sort(named.begin(), named.end(), [](const auto& a, const auto& b) {
    return a.server != b.server ? a.server < b.server : a.first < b.first;
  });
  return std::make_unique<paging::PooledMemory>(sizes, named);
}

MapBoxes::MapBoxes(const Shared& shared, base::SocketId id, home::SocketHome& home)
    : coarse("coarse_map", place_of(shared, id, home, shared.config.logical_pool->coarse),
             *shared.pooled),
      fine("fine_map", place_of(shared, id, home, shared.config.logical_pool->fine),
           *shared.pooled) {}

std::unique_ptr<os::RegionMover> make_region_mover(
    const Shared& shared, const std::vector<std::unique_ptr<SocketBox>>& sockets) {
  if (shared.pooled == nullptr) return nullptr;
  const Wiring& wiring = shared.wiring;
  os::RegionMover::Costs costs;
  costs.lines_in_flight = shared.config.logical_pool->mover.lines_in_flight;
  costs.leg = [&wiring](int from, int to) {
    return wiring.topology.path_latency(wiring.sockets[at(from)], wiring.sockets[at(to)]);
  };
  std::vector<translation::CoarseLookup*> maps;
  for (const auto& socket : sockets) maps.push_back(socket->coarse_map());
  costs.write_entry = [maps](int server, std::uint32_t region, base::Time time) {
    return maps[at(server)]->invalidate(region, time);
  };
  auto mover = std::make_unique<os::RegionMover>("region_mover", std::move(costs), *shared.pooled);
  for (std::size_t s = 0; s < sockets.size(); ++s) {
    auto& ports = sockets[s]->caching_agent().cpu_side;
    mover->mem_side[s].bind(ports[ports.size() - 1]);
  }
  return mover;
}

}  // namespace starnuma::assembly
