// SPDX-License-Identifier: Apache-2.0
// Checks of a machine that involve several fields.
#include "platforms/assembly/config/machine_config.h"

#include <algorithm>
#include <array>
#include <string>

#include "models/base/power_of_two.h"
#include "platforms/assembly/config/link_kinds.h"
#include "platforms/assembly/config/machine_checks.h"
#include "platforms/assembly/config/policy_check.h"

namespace starnuma::assembly {
namespace {

void check_memory(const MemoryConfig& memory, const char* owner, base::Problems& problems) {
  if (memory.interleave.value % base::kLineBytes != 0) {
    problems.add("memory.interleave", base::to_string(memory.interleave),
                 " is not a whole number of 64 B lines");
  }
  if (memory.channels == 0) {
    problems.add_misfit({"memory.channels", "count"}, "0 leaves ", owner,
                        " without memory, expected at least 1, "
                        "or count 0");
  }
  const base::Bytes most(base::LineAddress::kMostNodeBytes);
  if (memory.capacity() > most) {
    problems.add_misfit({"memory.capacity_per_channel", "memory.channels"}, owner, " with ",
                        base::to_string(memory.capacity()), ", expected at most ",
                        base::to_string(most));
  }
}

/// Checks that the sockets attached to a device exist, and that the policy tolerates unattached
/// ones.
void check_attached(const MachineConfig& config, int device, base::Problems& problems) {
  const PoolConfig& pool = config.pool[device];
  const std::string own = config.pool.path_of("pool", device);
  const std::vector<int> attached = pool.attached.of(config.sockets());
  if (attached.back() >= config.sockets()) {
    problems.add_misfit({own + "attached", "socket.count"}, "there is no socket ", attached.back(),
                        ", the last socket is ", config.sockets() - 1);
    return;
  }
  const bool all = static_cast<int>(attached.size()) == config.sockets();
  if (all || pool.unattached == Unattached::kNearest) return;
  if (config.placement.traits().pool != placement::PoolUse::kNone) {
    problems.add_misfit({own + "unattached", own + "attached", "placement.policy"},
                        "the policy gives the pool pages that all sockets use, expected nearest, "
                        "or a policy that leaves pages where they are bound");
  }
  if (config.tracking.tracks() && config.tracking.metadata_home == tracking::MetadataHome::kPool) {
    problems.add_misfit({own + "unattached", own + "attached", "tracking.metadata_home"},
                        "all sockets write metadata, which lie in the pool, expected nearest");
  }
}

/// Checks that a memory node has a link.
void check_linked(const MachineConfig& config, int index, base::Problems& problems) {
  const std::string name = "memory_node" + std::to_string(index);
  const auto leads_to = [&](const ListedLinkConfig& l) { return l.from == name || l.to == name; };
  const bool linked = config.memory_node[index].linked_sockets > 0 ||
                      std::any_of(config.links.begin(), config.links.end(), leads_to);
  if (linked) return;
  problems.add_misfit({"memory_node.linked_sockets", "links"}, "no link leads to ", name,
                      ", expected one in links");
}

/// Checks the links of memory nodes, and that the machine has memory.
void check_memory_nodes(const MachineConfig& config, base::Problems& problems) {
  bool memory = config.pool.count + config.memory_node.count > 0;
  for (int s = 0; s < config.sockets(); ++s) {
    memory = memory || config.socket[s].memory.channels > 0;
  }
  if (!memory) {
    problems.add_misfit({"socket.memory.channels", "memory_node"},
                        "0 leaves the machine without memory");
  }
  for (int m = 0; m < config.memory_node.count; ++m) {
    check_linked(config, m, problems);
    const int last = config.memory_node[m].first_socket + config.memory_node[m].linked_sockets - 1;
    if (last < config.sockets()) continue;
    const std::string list = config.memory_node.path_of("memory_node", m);
    problems.add_misfit({list + "linked_sockets", list + "first_socket", "socket.count"},
                        "links memory node ", m, " to socket ", last, ", the last socket is ",
                        config.sockets() - 1);
    if (list == "memory_node.") break;
  }
}

/// Checks that an HDM decoder has as many ways as there are devices (CXL 3.1, 8.2.4.20.7).
void check_interleave_set(const MachineConfig& config, base::Problems& problems) {
  constexpr std::array<int, 8> kWays{1, 2, 3, 4, 6, 8, 12, 16};
  const int devices = config.pool.count;
  if (!config.splits_pool_pages() ||
      std::find(kWays.begin(), kWays.end(), devices) != kWays.end()) {
    return;
  }
  problems.add_misfit({"pool.count", "pool.hdm_interleave"}, devices,
                      " devices do not make an interleave set, expected 1, 2, 3, 4, 6, 8, 12 "
                      "or 16, or pool.hdm_interleave of 4 KiB or more");
}

}  // namespace

void SocketConfig::check(base::Problems& problems) const {
  if (memory.channels > 0) check_memory(memory, "a socket", problems);
  cache::check_sets({"shared_cache.llc_size_per_core", "shared_cache.llc_ways", "cores"},
                    shared_cache.llc_size_per_core * cores, shared_cache.llc_ways, problems);
}

void MemoryNodeConfig::check(base::Problems& problems) const {
  check_memory(memory, "a memory node", problems);
}

void PoolConfig::check(base::Problems& problems) const {
  check_memory(memory, "a pool device", problems);
  if (link_interleave.value % base::kLineBytes != 0) {
    problems.add("link_interleave", base::to_string(link_interleave),
                 " is not a whole number of 64 B lines");
  }
  const std::int64_t block = hdm_interleave.value;
  constexpr std::int64_t kFinest = 256;
  const bool pages = block >= base::kPageBytes && block % base::kPageBytes == 0;
  const bool lines = block >= kFinest && block < base::kPageBytes && base::is_power_of_two(block);
  if (!pages && !lines) {
    problems.add("hdm_interleave", base::to_string(hdm_interleave),
                 " is not an interleave granularity, expected 256 B, 512 B, "
                 "1 KiB, 2 KiB or a whole number of 4 KiB pages");
  }
  if (cxl_switch && cxl_switch->socket_links() < links_per_socket) {
    problems.add_misfit({"switch.ports", "switch.device_links", "links_per_socket"},
                        cxl_switch->ports, " ports do not hold the links of one socket (",
                        links_per_socket, ") and those to the device (", cxl_switch->device_links,
                        ")");
  }
}

void MachineConfig::check_fields(base::Problems& problems) const {
  const bool joined = several_hosts() || fabric_switch;
  if (chassis() > 1 && topology.asics_per_chassis == 0 && !joined && links.empty()) {
    problems.add_misfit(
        {"topology.asics_per_chassis", "topology.sockets_per_chassis", "socket.count"}, "0 leaves ",
        chassis(), " chassis without a way to each other's homes, expected at least 1");
  }
  for (const auto& [s, own] : socket.overrides) {
    if (own.cores != socket.each.cores) {
      problems.add_misfit({socket.path_of("socket", s) + "cores", "socket.cores"},
                          "every socket has the same number of cores, here ", socket.each.cores);
    }
    if (own.core.frequency != socket.each.core.frequency) {
      problems.add_misfit({socket.path_of("socket", s) + "core.frequency", "socket.core.frequency"},
                          "every socket runs at the same frequency, here ",
                          base::to_string(socket.each.core.frequency));
    }
  }
  for (const auto& [d, own] : pool.overrides) {
    if (own.hdm_interleave != pool.each.hdm_interleave) {
      problems.add_misfit({pool.path_of("pool", d) + "hdm_interleave", "pool.hdm_interleave"},
                          "all devices are interleaved alike, here by ",
                          base::to_string(pool.each.hdm_interleave));
    }
  }
  pool.each_config("pool", [&](const std::string& own, const PoolConfig& config) {
    const base::Bytes interleave = config.hdm_interleave;
    if (pool.count == 1 || config.device.snoop_filter_sector.value <= interleave.value) return;
    problems.add_misfit({own + "device.snoop_filter_sector", own + "hdm_interleave"},
                        "a sector lies on one device, expected a sector of at most ",
                        base::to_string(interleave));
  });
  for (int d = 0; d < pool.count; ++d) {
    const std::size_t before = problems.list().size();
    check_attached(*this, d, problems);
    const bool shared = pool.overrides.count(d) == 0;  // reports a shared configuration once
    if (shared && problems.list().size() != before) break;
  }
  check_memory_nodes(*this, problems);
  check_policy(*this, problems);
  check_link_kinds(*this, problems);
  if (tracking.tracks() && tracking.metadata_home == tracking::MetadataHome::kPool &&
      pool.count == 0) {
    problems.add_misfit({"tracking.metadata_home", "pool"},
                        "the metadata lie in a pool, and the machine has none");
  } else if (tracking.tracks() && tracking.adds_at_home() &&
             tracking.metadata_home == tracking::MetadataHome::kPool) {
    problems.add_misfit({"tracking.metadata_home", "tracking.update"},
                        "a pool device cannot add to metadata (CXL.mem has no atomic operations), "
                        "expected update: own_line with it");
  }
  check_rtl_devices(*this, problems);
  check_speculative_reads(*this, problems);
  check_device_qos(*this, problems);
  check_interleave_set(*this, problems);
  if (problems.list().empty()) check_hosts(*this, problems);
  if (problems.list().empty()) check_logical_pool(*this, problems);
}

int MachineConfig::host_of(int s) const {
  for (std::size_t h = 0; h < hosts.size(); ++h) {
    const std::vector<int> own = hosts[h].sockets.of(sockets());
    if (std::binary_search(own.begin(), own.end(), s)) return static_cast<int>(h);
  }
  return 0;
}

std::vector<int> MachineConfig::sockets_of(int host) const {
  return hosts.empty() ? base::IndexSet{}.of(sockets())
                       : hosts[static_cast<std::size_t>(host)].sockets.of(sockets());
}

std::string MachineConfig::host_name(int host) const {
  return hosts.empty() ? "host" : hosts[static_cast<std::size_t>(host)].name;
}

std::vector<SharedMemory> MachineConfig::shared_memory() const {
  std::vector<SharedMemory> all;
  const auto add = [&](const auto& of, const std::string& path, base::NodeId node) {
    all.push_back({of.name, path, node, of.start, of.size, of.sharing, of.hosts});
  };
  for (std::size_t e = 0; e < extents.size(); ++e) {
    add(extents[e], "extents." + std::to_string(e), agents().device_node(extents[e].device));
    all.back().logical_device = extents[e].logical_device.value_or(0);
    all.back().coherence = extents[e].coherence.value_or(paging::CoherenceBy::kDevice);
  }
  for (std::size_t r = 0; r < regions.size(); ++r) {
    add(regions[r], "regions." + std::to_string(r), static_cast<base::NodeId>(regions[r].socket));
  }
  return all;
}

int MachineConfig::extent_named(const std::string& name) const {
  const std::vector<SharedMemory> all = shared_memory();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const SharedMemory& memory) { return memory.name == name; });
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

base::Bytes MachineConfig::in_regions(base::NodeId node) const {
  base::Bytes sum;
  base::Bytes first = memory_at(node).capacity();
  for (const RegionConfig& region : regions) {
    if (region.socket != base::index_of(node)) continue;
    sum += region.size;
    first = std::min(first, region.start);
  }
  if (!logical_pool || base::index_of(node) >= sockets()) return sum;
  return sum > base::Bytes(0) ? memory_at(node).capacity() - first
                              : logical_pool->incoming_capacity;
}

int MachineConfig::ranges_of(base::NodeId node) const {
  const bool several = std::any_of(regions.begin(), regions.end(), [&](const RegionConfig& region) {
    return region.socket == base::index_of(node) && region.sharing == paging::Sharing::kNonCoherent;
  });
  return several ? host_count() : 1;
}

const MemoryConfig& MachineConfig::memory_at(base::NodeId node) const {
  const int n = base::index_of(node);
  if (n < sockets()) return socket[n].memory;
  if (agents().is_pool(node)) return pool[n - sockets()].memory;
  return memory_node[n - sockets() - pool.count].memory;
}

const home::HomeConfig& MachineConfig::home_at(base::NodeId node) const {
  const int n = base::index_of(node);
  return n < sockets() ? socket[n].home : memory_node[n - sockets() - pool.count].home;
}

}  // namespace starnuma::assembly
