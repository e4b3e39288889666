// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/scaling/snoop_filters.h"

#include <cmath>

namespace starnuma::assembly {

std::uint64_t cached_lines(const MachineConfig& config) {
  std::int64_t bytes = 0;
  for (int s = 0; s < config.sockets(); ++s) {
    const SocketConfig& socket = config.socket[s];
    const base::Bytes per_core =
        socket.shared_cache.llc_size_per_core + socket.private_caches.l2_size;
    bytes += per_core.value * socket.cores;
  }
  return static_cast<std::uint64_t>(bytes / base::kLineBytes);
}

pool::SnoopFilterGeometry snoop_filter(const MachineConfig& config, const PoolConfig& pool) {
  pool::SnoopFilterPlace place;
  place.ways = pool.device.snoop_filter_ways;
  place.sector_lines = pool.device.sector_lines();
  place.hosts = config.sockets();
  place.memory_lines = static_cast<std::uint64_t>(pool.memory.capacity().value / base::kLineBytes);
  place.cached_lines = cached_lines(config);
  return pool::snoop_filter_of(pool.device.snoop_filter_size, place);
}

base::FilterSize scaled_filter(const MachineConfig& full, const MachineConfig& scaled,
                               const PoolConfig& pool) {
  const base::FilterSize& written = pool.device.snoop_filter_size;
  if (written.unit == base::FilterSize::Unit::kTimesCaches) return written;
  const double ratio =
      static_cast<double>(cached_lines(scaled)) / static_cast<double>(cached_lines(full));
  const auto entries = static_cast<double>(snoop_filter(full, pool).entries());
  return {base::FilterSize::Unit::kEntries, std::floor(entries * ratio)};
}

}  // namespace starnuma::assembly
