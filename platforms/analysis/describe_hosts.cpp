// SPDX-License-Identifier: Apache-2.0
#include "platforms/analysis/describe_parts.h"

#include <algorithm>
#include <boost/json.hpp>
#include <iomanip>
#include <sstream>

#include "platforms/analysis/readable.h"
#include "platforms/config/field_text.h"

namespace starnuma::analysis {

namespace json = boost::json;
using assembly::MachineConfig;
using assembly::SharedMemory;

namespace {

bool is_whole(const MachineConfig& machine) {
  return !machine.several_hosts() && machine.shared_memory().empty();
}

bool reaches(const MachineConfig& machine, int host, const SharedMemory& extent) {
  const std::vector<int> hosts = extent.hosts.of(machine.host_count());
  return std::binary_search(hosts.begin(), hosts.end(), host);
}

std::string device_name(const MachineConfig& machine, base::NodeId node) {
  if (base::index_of(node) < machine.sockets()) {
    return "socket" + std::to_string(base::index_of(node));
  }
  const int device = base::index_of(node) - machine.sockets();
  return machine.pool.count == 1 ? "pool" : "pool" + std::to_string(device);
}

std::string sharing_name(const SharedMemory& extent) {
  return config::FieldText<paging::Sharing>::print(extent.sharing);
}

}  // namespace

std::string hosts_text(const MachineConfig& machine) {
  if (is_whole(machine)) return "";
  std::ostringstream out;
  out << "\nHosts\n";
  for (int host = 0; host < machine.host_count(); ++host) {
    out << "  " << std::left << std::setw(10) << machine.host_name(host) << "sockets";
    for (const int socket : machine.sockets_of(host)) out << " " << socket;
    out << "\n";
    for (const SharedMemory& extent : machine.shared_memory()) {
      if (!reaches(machine, host, extent)) continue;
      out << "  " << std::setw(10) << "" << std::setw(14) << extent.name
          << device_name(machine, extent.node) << " from " << readable(extent.start) << ", "
          << readable(extent.size) << ", " << sharing_name(extent) << "\n";
    }
  }
  return out.str();
}

json::array hosts_json(const MachineConfig& machine) {
  json::array list;
  if (is_whole(machine)) return list;
  for (int host = 0; host < machine.host_count(); ++host) {
    json::array extents;
    for (const SharedMemory& extent : machine.shared_memory()) {
      if (!reaches(machine, host, extent)) continue;
      extents.push_back({{"name", extent.name},
                         {"device", device_name(machine, extent.node)},
                         {"start", extent.start.value},
                         {"bytes", extent.size.value},
                         {"sharing", sharing_name(extent)}});
    }
    list.push_back({{"name", machine.host_name(host)},
                    {"sockets", json::value_from(machine.sockets_of(host))},
                    {"extents", extents}});
  }
  return list;
}

}  // namespace starnuma::analysis
