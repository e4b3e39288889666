// SPDX-License-Identifier: Apache-2.0
#include "platforms/analysis/describe_parts.h"

#include <boost/json.hpp>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "platforms/analysis/readable.h"

namespace starnuma::analysis {

namespace json = boost::json;

namespace {

/// Traffic between some sockets and a pool device, with its limits.
struct Path {
  std::string name;
  int device;
  std::vector<Limit> limits;
};

std::vector<Path> paths_of(const Described& described) {
  const assembly::MachineConfig& machine = described.machine;
  struct Kind {
    const char* name;
    int sockets;
    PoolTraffic traffic;
  };
  const PoolTraffic writes{0, 1, 0, 0};
  const std::vector<Kind> kinds{{"reads of one socket", 1, {}},
                                {"reads of all sockets", machine.sockets(), {}},
                                {"reads and writes of all sockets", machine.sockets(), writes}};
  std::vector<Path> paths;
  for (int d = 0; d < machine.pool.count; ++d) {
    const assembly::MemoryConfig& memory = machine.pool[d].memory;
    if (memory.channels == 0) continue;
    const ChannelReads reads = described.reachable(memory.channel).random;
    for (const Kind& kind : kinds) {
      const PoolResources resources =
          pool_resources(machine, described.unloaded, d, kind.sockets, reads);
      paths.push_back({kind.name, d, limits_of(resources, kind.traffic)});
    }
  }
  return paths;
}

}  // namespace

std::string limits_text(const Described& described) {
  const std::vector<Path> paths = paths_of(described);
  if (paths.empty()) return "";
  std::ostringstream out;
  out << "\nLimits of pool traffic in queued delivery (each line read replaces a clean one, each "
         "line "
         "written a dirty one)\n";
  for (const Path& path : paths) {
    const Limit lowest = binding(path.limits);
    out << "  "
        << (described.machine.pool.count > 1 ? "pool " + std::to_string(path.device) + ", " : "")
        << path.name << ": " << readable(base::Bandwidth(std::llround(lowest.bytes_per_second)))
        << ", limited by " << lowest.resource << "\n";
    for (const Limit& limit : path.limits) {
      out << "    " << std::left << std::setw(38) << limit.resource << std::right
          << readable(base::Bandwidth(std::llround(limit.bytes_per_second))) << "\n";
    }
  }
  return out.str();
}

json::array limits_json(const Described& described) {
  json::array list;
  for (const Path& path : paths_of(described)) {
    json::object resources;
    for (const Limit& limit : path.limits) resources[limit.resource] = limit.bytes_per_second;
    list.push_back({{"device", path.device},
                    {"path", path.name},
                    {"limit", binding(path.limits).resource},
                    {"bytes_per_second", binding(path.limits).bytes_per_second},
                    {"resources", std::move(resources)}});
  }
  return list;
}

}  // namespace starnuma::analysis
