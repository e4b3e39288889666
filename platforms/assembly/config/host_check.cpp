// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/config/machine_checks.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "platforms/assembly/config/index.h"

namespace starnuma::assembly {
namespace {

std::string host_key(std::size_t host, const char* key) {
  return "hosts." + std::to_string(host) + "." + key;
}
std::string extent_key(std::size_t extent, const char* key) {
  return "extents." + std::to_string(extent) + "." + key;
}

/// Checks a name that occurs in object paths and scenarios.
void check_name(const std::string& name, const std::string& path, std::set<std::string>& names,
                base::Problems& problems) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (name.empty() || !std::all_of(name.begin(), name.end(), plain)) {
    problems.add(path, "expected a name of letters, digits and _");
  } else if (!names.insert(name).second) {
    problems.add(path, "another one is called ", name, " too");
  }
}

/// Checks that each socket belongs to exactly one host.
bool check_sockets(const MachineConfig& config, base::Problems& problems) {
  const std::size_t before = problems.list().size();
  std::vector<int> host_of(at(config.sockets()), -1);
  for (std::size_t h = 0; h < config.hosts.size(); ++h) {
    for (const int socket : config.hosts[h].sockets.of(config.sockets())) {
      if (socket >= config.sockets()) {
        problems.add_misfit({host_key(h, "sockets"), "socket.count"}, "there is no socket ", socket,
                            ", the last socket is ", config.sockets() - 1);
        continue;
      }
      int& host = host_of[at(socket)];
      if (host != -1) {
        problems.add(host_key(h, "sockets"), "socket ", socket, " is in two hosts, ",
                     config.hosts[at(host)].name, " and ", config.hosts[h].name);
      }
      host = static_cast<int>(h);
    }
  }
  for (int s = 0; s < config.sockets() && problems.list().size() == before; ++s) {
    if (host_of[at(s)] != -1) continue;
    problems.add_misfit({"hosts", "socket.count"}, "socket ", s, " is in no host");
  }
  return problems.list().size() == before;
}

/// Checks that no coherent link joins two hosts, and that the sockets of each host are connected.
void check_links(const MachineConfig& config, base::Problems& problems) {
  for (int s = 1; s < config.sockets(); ++s) {
    if (config.chassis_of(s) != config.chassis_of(s - 1)) continue;
    if (config.host_of(s) == config.host_of(s - 1)) continue;
    problems.add_misfit({"hosts", "topology.sockets_per_chassis"}, "sockets ", s - 1, " and ", s,
                        " share a chassis, whose links are coherent, and are of hosts ",
                        config.host_name(config.host_of(s - 1)), " and ",
                        config.host_name(config.host_of(s)),
                        "; expected every chassis in one host");
    return;
  }
  for (std::size_t h = 0; h < config.hosts.size(); ++h) {
    const std::vector<int> sockets = config.hosts[h].sockets.of(config.sockets());
    const bool one = config.chassis_of(sockets.front()) == config.chassis_of(sockets.back());
    const bool joined = !config.links.empty() || config.fabric_switch;
    if (one || config.topology.asics_per_chassis > 0 || joined) continue;
    problems.add_misfit({"topology.asics_per_chassis", host_key(h, "sockets")},
                        "0 leaves the chassis of host ", config.hosts[h].name,
                        " without a way to each other's homes, expected at least 1");
  }
  for (int m = 0; m < config.memory_node.count; ++m) {
    const MemoryNodeConfig& node = config.memory_node[m];
    const int last = node.first_socket + node.linked_sockets - 1;
    if (config.host_of(node.first_socket) == config.host_of(last)) continue;
    problems.add_misfit({"memory_node.linked_sockets", "memory_node.first_socket", "hosts"},
                        "memory node ", m, " is linked to sockets of hosts ",
                        config.host_name(config.host_of(node.first_socket)), " and ",
                        config.host_name(config.host_of(last)),
                        ", which its home would keep coherent; expected one host");
  }
}

/// Returns true if the host has a route to the memory.
bool has_way(const MachineConfig& config, int host, const SharedMemory& memory) {
  const int n = base::index_of(memory.node);
  if (n < config.sockets()) return config.fabric_switch || config.host_of(n) == host;
  const std::vector<int> attached = config.pool[n - config.sockets()].attached.of(config.sockets());
  return std::any_of(attached.begin(), attached.end(),
                     [&](int socket) { return config.host_of(socket) == host; });
}

std::string place_of(const MachineConfig& config, const SharedMemory& memory) {
  const int n = base::index_of(memory.node);
  return n < config.sockets() ? "socket " + std::to_string(n)
                              : "device " + std::to_string(n - config.sockets());
}

void check_hosts_of(const MachineConfig& config, const SharedMemory& memory,
                    base::Problems& problems) {
  const std::string key = memory.path + ".hosts";
  const bool on_socket = base::index_of(memory.node) < config.sockets();
  const std::vector<int> hosts = memory.hosts.of(config.host_count());
  if (hosts.back() >= config.host_count()) {
    problems.add_misfit({key, "hosts"}, "there is no host ", hosts.back(), ", the last host is ",
                        config.host_count() - 1);
    return;
  }
  if (memory.sharing == paging::Sharing::kExclusive && hosts.size() != 1) {
    problems.add_misfit({key, memory.path + ".sharing"}, memory.name, " is exclusive and of ",
                        hosts.size(), " hosts, expected one, or sharing: coherent or non_coherent");
  }
  const bool one_socket = hosts.size() == 1 && config.sockets_of(hosts.front()).size() == 1;
  if (memory.coherence == paging::CoherenceBy::kHost && !one_socket) {
    problems.add_misfit({memory.path + ".coherence", key, "hosts"}, memory.name,
                        " is kept coherent by its host, expected one host of one socket; a "
                        "socket has no home agent for the pool that could snoop others");
  }
  for (const int host : hosts) {
    if (has_way(config, host, memory)) continue;
    problems.add_misfit({key, on_socket ? "fabric_switch" : "pool.attached"}, "host ",
                        config.host_name(host), " has no link to ", place_of(config, memory),
                        ", on which ", memory.name, " lies");
  }
  if (on_socket && hosts == std::vector<int>{config.host_of(base::index_of(memory.node))}) {
    problems.add_misfit({key, memory.path + ".socket"}, memory.name,
                        " lists only the host that owns the memory; expected "
                        "another host, or no region, which leaves it private");
  }
}

void check_place(const MachineConfig& config, const std::vector<SharedMemory>& all,
                 std::size_t index, base::Problems& problems) {
  const SharedMemory& memory = all[index];
  const bool on_socket = base::index_of(memory.node) < config.sockets();
  const base::Bytes capacity = config.memory_at(memory.node).capacity();
  for (const char* key : {".start", ".size"}) {
    const base::Bytes value = key[2] == 't' ? memory.start : memory.size;
    if (value.value % base::kPageBytes == 0) continue;
    problems.add(memory.path + key, base::to_string(value),
                 " is not a whole number of 4 KiB pages");
  }
  if (memory.start + memory.size > capacity) {
    problems.add_misfit({memory.path + ".size", memory.path + ".start"}, memory.name, " ends at ",
                        base::to_string(memory.start + memory.size), ", outside the ",
                        (on_socket ? "socket's memory" : "device"), ", which has ",
                        base::to_string(capacity));
  }
  for (std::size_t other = 0; other < index; ++other) {
    const SharedMemory& before = all[other];
    const bool apart = before.node != memory.node || before.start + before.size <= memory.start ||
                       memory.start + memory.size <= before.start;
    if (apart) continue;
    problems.add_misfit({memory.path + ".start", memory.path + ".size"}, memory.name, " overlaps ",
                        (on_socket ? "region " : "extent "), before.name);
  }
}

/// Checks that a socket's private memory lies before its regions.
void check_private(const MachineConfig& config, std::size_t index, base::Problems& problems) {
  const RegionConfig& region = config.regions[index];
  const auto node = static_cast<base::NodeId>(region.socket);
  const base::Bytes own = config.memory_at(node).capacity() - config.in_regions(node);
  const std::string path = "regions." + std::to_string(index) + ".start";
  if (own == base::Bytes(0)) {
    problems.add_misfit({path, "regions." + std::to_string(index) + ".size"}, "nothing of socket ",
                        region.socket, " is left for its host, which needs memory for page tables");
  } else if (region.start < own) {
    problems.add_misfit({path, "socket.memory"}, region.name, " starts at ",
                        base::to_string(region.start), ", and ", base::to_string(own),
                        " of the socket are in no region; expected these first, and regions "
                        "from there to the end");
  }
}

void check_shared_memory(const MachineConfig& config, base::Problems& problems) {
  std::set<std::string> names;
  for (std::size_t e = 0; e < config.extents.size(); ++e) {
    if (config.extents[e].device < config.pool.count) continue;
    problems.add_misfit({extent_key(e, "device"), "pool"}, "there is no pool device ",
                        config.extents[e].device, ", the machine has ", config.pool.count);
    return;
  }
  for (std::size_t r = 0; r < config.regions.size(); ++r) {
    if (config.regions[r].socket < config.sockets()) continue;
    problems.add_misfit({"regions." + std::to_string(r) + ".socket", "socket.count"},
                        "there is no socket ", config.regions[r].socket, ", the last socket is ",
                        config.sockets() - 1);
    return;
  }
  const std::vector<SharedMemory> all = config.shared_memory();
  for (std::size_t m = 0; m < all.size(); ++m) {
    check_name(all[m].name, all[m].path + ".name", names, problems);
    check_hosts_of(config, all[m], problems);
    check_place(config, all, m, problems);
  }
  for (std::size_t r = 0; r < config.regions.size() && problems.list().empty(); ++r) {
    check_private(config, r, problems);
  }
  if (!config.extents.empty() && config.splits_pool_pages()) {
    problems.add_misfit({"extents", "pool.hdm_interleave"},
                        "an extent lies on one device, expected pages that do, with "
                        "pool.hdm_interleave of 4 KiB or more");
  }
}

/// Checks features that require a single operating system for all sockets.
void check_shared(const MachineConfig& config, base::Problems& problems) {
  if (!config.several_hosts() || !config.tracking.tracks()) return;
  problems.add_misfit({"tracking.impl", "hosts"},
                      "trackers count for one operating system, expected none with several hosts");
}

}  // namespace

void check_hosts(const MachineConfig& config, base::Problems& problems) {
  std::set<std::string> names;
  for (std::size_t h = 0; h < config.hosts.size(); ++h) {
    check_name(config.hosts[h].name, host_key(h, "name"), names, problems);
  }
  if (config.hosts.size() > paging::kMostHosts) {
    problems.add("hosts", "expected at most ", paging::kMostHosts, " hosts");
    return;
  }
  if (!config.hosts.empty() && !check_sockets(config, problems)) return;
  check_links(config, problems);
  check_shared_memory(config, problems);
  check_shared(config, problems);
}

}  // namespace starnuma::assembly
