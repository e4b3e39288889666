// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/memory/host_memory.h"

#include <algorithm>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/assembly/config/index.h"

namespace starnuma::assembly {
namespace {

paging::FrameRange range_of(const SharedMemory& extent) {
  return {pages_of(extent.start), pages_of(extent.size)};
}

std::uint32_t hosts_of(const MachineConfig& config, const SharedMemory& extent) {
  std::uint32_t hosts = 0;
  for (const int host : extent.hosts.of(config.host_count())) hosts |= std::uint32_t{1} << host;
  return hosts;
}

std::string names_of(const MachineConfig& config, const std::vector<int>& hosts) {
  std::string names;
  for (const int host : hosts) {
    const bool last = host == hosts.back();
    names += (names.empty() ? "" : last ? " and " : ", ") + config.host_name(host);
  }
  return names;
}

}  // namespace

std::shared_ptr<paging::HostMap> make_host_map(const MachineConfig& config) {
  const std::vector<SharedMemory> shared = config.shared_memory();
  if (!config.several_hosts() && shared.empty()) return nullptr;
  const Wiring wiring = wire(config);
  std::vector<int> host_of_node;
  // Avoids an empty list if there are neither devices nor regions.
  std::vector<std::uint64_t> frames{1};
  for (int n = 0; n < config.nodes(); ++n) {
    const auto node = static_cast<base::NodeId>(n);
    host_of_node.push_back(wiring.host_of(node));
    if (config.agents().is_pool(node) || config.in_regions(node) > base::Bytes(0)) {
      frames.push_back(pages_of(config.memory_at(node).capacity()));
    }
  }
  auto map = std::make_shared<paging::HostMap>(wiring.host_of_socket, host_of_node, frames);
  for (const SharedMemory& extent : shared) {
    const paging::FrameRange range = range_of(extent);
    map->add({extent.node, range.first, range.frames, extent.sharing, hosts_of(config, extent), 0,
              extent.coherence, extent.logical_device});
  }
  return map;
}

std::vector<paging::FrameRange> private_capacity(const MachineConfig& config, base::NodeId node) {
  std::vector<paging::FrameRange> ranges;
  if (!config.logical_pool || !config.logical_pool->sizing.any()) return ranges;
  const std::uint64_t step = pages_of(config.logical_pool->region);
  std::uint64_t first = pages_of(config.memory_at(node).capacity());
  for (auto left = pages_of(config.logical_pool->sizing.private_capacity); left >= step;
       left -= step) {
    first -= step;
    ranges.push_back({first, step});
  }
  return ranges;
}

HostZones::HostZones(const MachineConfig& config, paging::FramePool& memory)
    : config_(config),
      shared_(config.shared_memory()),
      sized_(config.logical_pool && config.logical_pool->sizing.any()),
      extents_(shared_.size()),
      own_(at(config.host_count())) {
  for (int host = 0; host < config.host_count(); ++host) add_own(host, memory);
  for (std::size_t e = 0; e < shared_.size(); ++e) {
    const SharedMemory& extent = shared_[e];
    if (extent.sharing == paging::Sharing::kExclusive) {
      const auto& own = own_[at(extent.hosts.of(config.host_count()).front())];
      extents_[e] = *std::find_if(own.begin(), own.end(),
                                  [&](const Zone& zone) { return zone.node == extent.node; });
      continue;
    }
    extents_[e] = {memory.add_zone(extent.node, {range_of(extent)}), extent.node,
                   "extent " + extent.name};
  }
}

/// Adds the zone of a socket's private memory, which can grow and shrink.
void HostZones::add_private(int host, int socket, paging::FramePool& memory) {
  const auto node = static_cast<base::NodeId>(socket);
  const base::Bytes before = config_.memory_at(node).capacity() - config_.in_regions(node);
  std::vector<paging::FrameRange> ranges{{0, pages_of(before)}};
  for (const paging::FrameRange& range : private_capacity(config_, node)) ranges.push_back(range);
  own_[at(host)].push_back(
      {memory.add_zone(node, ranges), node, "the private memory of " + config_.host_name(host)});
}

/// Adds the zones of the host's exclusive memory, node by node.
void HostZones::add_own(int host, paging::FramePool& memory) {
  if (sized_) {
    for (const int socket : config_.sockets_of(host)) add_private(host, socket, memory);
  }
  for (int n = 0; n < config_.nodes(); ++n) {
    const auto node = static_cast<base::NodeId>(n);
    std::vector<paging::FrameRange> ranges;
    for (const SharedMemory& extent : shared_) {
      const bool own = extent.sharing == paging::Sharing::kExclusive && extent.node == node &&
                       extent.hosts.of(config_.host_count()).front() == host;
      if (own) ranges.push_back(range_of(extent));
    }
    const bool device = config_.agents().is_pool(node);
    if (ranges.empty() && !device) continue;
    const base::NodeId zone =
        ranges.empty() ? paging::PageMap::kNoZone : memory.add_zone(node, ranges);
    const std::string what = device ? "the exclusive extents of " : "the exclusive regions of ";
    own_[at(host)].push_back({zone, node, what + config_.host_name(host)});
  }
}

/// Returns the index of the extent, which all requested hosts must reach.
int HostZones::named(const Wanted& wanted) const {
  const int index = config_.extent_named(wanted.extent);
  if (index == -1) {
    std::vector<std::string> names;
    for (const SharedMemory& extent : shared_) names.push_back(extent.name);
    throw base::InputError(wanted.who, "unknown extent \"", wanted.extent, "\", ",
                           base::suggestion(wanted.extent, names));
  }
  const std::uint32_t reach = hosts_of(config_, shared_[at(index)]);
  for (const int host : wanted.hosts) {
    if ((reach >> host & 1) != 0) continue;
    throw base::InputError(wanted.who, "extent ", wanted.extent, " is not of host ",
                           config_.host_name(host));
  }
  return index;
}

/// Returns the first coherent extent that all hosts share, or -1.
int HostZones::coherent_for(const std::vector<int>& hosts) const {
  for (std::size_t e = 0; e < shared_.size(); ++e) {
    const std::uint32_t reach = hosts_of(config_, shared_[e]);
    const bool all =
        std::all_of(hosts.begin(), hosts.end(), [&](int host) { return (reach >> host & 1) != 0; });
    if (all && shared_[e].sharing == paging::Sharing::kCoherent) return static_cast<int>(e);
  }
  return -1;
}

/// Returns the sockets and memory nodes of the program's hosts, without pool devices.
paging::SpaceLocation HostZones::sockets_of(const std::vector<int>& hosts) const {
  const Wiring wiring = wire(config_);
  paging::SpaceLocation space;
  space.host = hosts.front();
  space.table_entries = config_.table_entries;
  space.table_of_socket.assign(at(config_.sockets()), 0);
  for (int n = 0; n < config_.nodes(); ++n) {
    const auto node = static_cast<base::NodeId>(n);
    const int host = wiring.host_of(node);
    const bool theirs = std::find(hosts.begin(), hosts.end(), host) != hosts.end();
    space.zones.push_back(theirs ? node : paging::PageMap::kNoZone);
  }
  const bool each = config_.placement.page_tables == placement::PageTables::kEverySocket;
  for (const int host : hosts) {
    if (!each) space.table_sockets.emplace_back();
    for (const int socket : config_.sockets_of(host)) {
      if (each) space.table_sockets.emplace_back();
      space.table_sockets.back().push_back(static_cast<base::NodeId>(socket));
      space.table_of_socket[at(socket)] = static_cast<int>(space.table_sockets.size()) - 1;
    }
  }
  return space;
}

HostZones::ProgramPlacement HostZones::place_of(const Wanted& wanted) const {
  ProgramPlacement place{sockets_of(wanted.hosts), {}, {}};
  place.space.tables_in_zones = sized_;
  const auto take = [&](const Zone& zone) {
    place.space.zones[at(base::index_of(zone.node))] = zone.zone;
  };
  if (wanted.hosts.size() == 1) {
    for (const Zone& own : own_[at(wanted.hosts.front())]) take(own);
    if (!wanted.extent.empty()) take(extents_[at(named(wanted))]);
    return place;
  }
  const int coherent = coherent_for(wanted.hosts);
  if (coherent == -1) {
    throw base::InputError(wanted.who, "hosts ", names_of(config_, wanted.hosts),
                           " share no coherent extent, which a program that spans them needs");
  }
  const Zone& zone = extents_[at(wanted.extent.empty() ? coherent : named(wanted))];
  take(zone);
  place.pages = zone.zone;
  place.barrier = extents_[at(coherent)].zone;
  return place;
}

base::NodeId HostZones::zone_of(int host, base::NodeId device) const {
  const auto& own = own_[at(host)];
  const auto found =
      std::find_if(own.begin(), own.end(), [&](const Zone& zone) { return zone.node == device; });
  return found == own.end() ? paging::PageMap::kNoZone : found->zone;
}

void HostZones::check_capacity(const paging::FramePool& memory) const {
  const auto check = [&](const Zone& zone) {
    if (zone.zone == paging::PageMap::kNoZone) return;
    const std::uint64_t used = memory.used_on(zone.zone);
    const std::uint64_t size = memory.size_of_zone(zone.zone);
    if (used <= size) return;
    const auto bytes = [](std::uint64_t pages) {
      return base::to_string(base::Bytes(static_cast<std::int64_t>(pages * base::kPageBytes)));
    };
    throw base::InputError(zone.name, " hold ", bytes(size), ", programs place ", bytes(used),
                           " there");
  };
  for (const Zone& zone : extents_) check(zone);
  for (const auto& devices : own_) {
    for (const Zone& zone : devices) check(zone);
  }
}

}  // namespace starnuma::assembly
