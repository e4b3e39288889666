// SPDX-License-Identifier: Apache-2.0
#include "platforms/analysis/lint.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "models/base/power_of_two.h"
#include "platforms/analysis/pool_limits.h"
#include "platforms/analysis/uniform_load.h"
#include "platforms/assembly/config/index.h"
#include "platforms/assembly/wiring/channel_cycle.h"
#include "platforms/config/list_fields.h"

namespace starnuma::analysis {

using assembly::at;
using transport::Topology;

namespace {

/// Ratio of maximum and mean busy time of a role above which a link is reported.
constexpr double kOverload = 2;

/// Returns the key of a link's rate.
std::string path_of(const assembly::Wiring& wiring, int edge) {
  const int listed = wiring.listed_of_edge[at(edge)];
  if (listed != -1) return "links." + std::to_string(listed) + ".kind";
  switch (wiring.topology.edges()[at(edge)].place) {
    case Topology::EdgePlace::kChassis:
      return "upi.bandwidth";
    case Topology::EdgePlace::kBetweenChassis:
      return "numalink.bandwidth";
    case Topology::EdgePlace::kPool:
      return "pool.link.bandwidth";
    case Topology::EdgePlace::kFabric:
      return "fabric_switch.link.bandwidth";
    case Topology::EdgePlace::kMemoryNode:
      break;
  }
  return "memory_node.link.bandwidth";
}

void warn_of_cycle(const assembly::Wiring& wiring, base::Problems& warnings) {
  const std::vector<std::string> cycle = channel_cycle(wiring);
  if (cycle.empty()) return;
  std::string list;
  for (const std::string& channel : cycle) list += (list.empty() ? "" : ", ") + channel;
  warnings.add("topology.upi",
               "messages of one class can wait for each other in a circle (deadlock) unless each "
               "class has one more virtual network: " +
                   list);
}

void warn_of_overload(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                      base::Problems& warnings) {
  struct Role {
    double sum = 0;
    int links = 0;
    int worst = -1;
  };
  const UniformLoad load = uniform_load(config, wiring);
  std::map<std::string, Role> roles;
  for (int e = 0; e < static_cast<int>(load.edges.size()); ++e) {
    Role& role = roles[role_of(wiring, e)];
    role.sum += load.edges[at(e)].worse().ns();
    ++role.links;
    const bool worse =
        role.worst == -1 || load.edges[at(role.worst)].worse() < load.edges[at(e)].worse();
    if (worse) role.worst = e;
  }
  for (const auto& [name, role] : roles) {
    const double times = load.edges[at(role.worst)].worse().ns() * role.links / role.sum;
    if (!(times > kOverload)) continue;
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", times);
    warnings.add(path_of(wiring, role.worst),
                 wiring.topology.edges()[at(role.worst)].name + " is " + text +
                     " times as busy under uniform traffic as the mean link of its role (" + name +
                     ")");
  }
}

void warn_of_idle_asics(const assembly::Wiring& wiring, base::Problems& warnings) {
  std::string idle;
  for (const int asic : wiring.asics) {
    const std::vector<int> edges = wiring.topology.edges_at(asic);
    const bool used = std::any_of(edges.begin(), edges.end(), [&](int e) {
      return wiring.topology.edges()[at(e)].place == Topology::EdgePlace::kChassis;
    });
    if (!used) idle += (idle.empty() ? "" : ", ") + wiring.topology.nodes()[at(asic)].name;
  }
  if (!idle.empty()) {
    warnings.add("topology.asics_per_chassis",
                 "more ASICs than sockets in a chassis: no socket on " + idle);
  }
}

void warn_of_capacity(const assembly::MachineConfig& config, base::Bytes footprint,
                      base::Problems& warnings) {
  base::Bytes total;
  for (int n = 0; n < config.nodes(); ++n) {
    total += config.memory_at(static_cast<base::NodeId>(n)).capacity();
  }
  if (total < footprint) {
    warnings.add("socket.memory", "all memory together holds " + base::to_string(total) +
                                      ", the program needs about " + base::to_string(footprint));
  }
  for (int d = 0; d < config.pool.count; ++d) {
    const assembly::PoolConfig& pool = config.pool[d];
    const double share = pool.capacity_of_footprint * static_cast<double>(footprint.value);
    if (share <= static_cast<double>(pool.memory.capacity().value)) continue;
    warnings.add("pool.capacity_of_footprint", "the memory of device " + std::to_string(d) +
                                                   " holds less than its share of the " +
                                                   "program, " +
                                                   base::to_string(pool.memory.capacity()));
  }
}

void warn_of_switch(const assembly::MachineConfig& config, base::Problems& warnings) {
  const std::string mismatch = switch_mismatch(config);
  if (!mismatch.empty()) warnings.add("pool.switch.device_link", mismatch);
}

/// Warns of device memory that no host reaches.
void warn_of_unreached(const assembly::MachineConfig& config, base::Problems& warnings) {
  if (!config.several_hosts() && config.extents.empty()) return;
  for (int d = 0; d < config.pool.count; ++d) {
    base::Bytes left = config.pool[d].memory.capacity();
    for (const assembly::ExtentConfig& extent : config.extents) {
      if (extent.device == d) left -= extent.size;
    }
    if (left == base::Bytes(0)) continue;
    warnings.add("extents", base::to_string(left) + " of device " + std::to_string(d) +
                                " are in no extent: no host reaches them");
  }
}

/// Limits of values that exist in real machines.
constexpr base::Time kLongestStep(10'000'000);
constexpr base::Cycles kMostCycles(100'000);
constexpr base::Bandwidth kLeastRate(100'000'000);
constexpr base::Frequency kFastest(10'000'000'000);
constexpr base::Bytes kLeastRow(512);
/// Range of the quantum in which results were compared with finer ones (docs/guide/bench.md).
constexpr base::Time kLeastQuantum(1'000);
constexpr base::Time kMostQuantum(1'000'000);

/// Returns the reason why a value is unusual, or an empty text.
std::string oddity(const config::ListedField& field) {
  if (field.value == "none") return "";
  if (field.path == "simulation.quantum") {
    const auto quantum = base::parse_time(field.value);
    if (*quantum < kLeastQuantum) return "cores wait for each other at nearly every instruction";
    return *quantum > kMostQuantum ? "cores run so far ahead of each other that waits are wrong"
                                   : "";
  }
  if (field.type == "time" && base::parse_time(field.value) > kLongestStep) {
    return "longer than any step of an access takes";
  }
  if (field.type == "cycles" && base::parse_cycles(field.value) > kMostCycles) {
    return "longer than any step of an access takes";
  }
  if (field.type == "bandwidth" && base::parse_bandwidth(field.value) < kLeastRate) {
    return "less than any link between sockets carries";
  }
  if (field.type == "frequency" && base::parse_frequency(field.value) > kFastest) {
    return "faster than any clock";
  }
  constexpr std::string_view kRow = ".channel.row";
  const bool is_row = field.path.size() > kRow.size() &&
                      field.path.compare(field.path.size() - kRow.size(), kRow.size(), kRow) == 0;
  if (is_row) {
    const auto row = base::parse_bytes(field.value);
    if (*row < kLeastRow || !base::is_power_of_two(row->value)) {
      return "rows of a DRAM are a power of two, from " + base::to_string(kLeastRow) + " on";
    }
  }
  return "";
}

void warn_of_odd_values(const assembly::MachineConfig& config, base::Problems& warnings) {
  for (const config::ListedField& field : config::list_fields(config)) {
    const std::string odd = oddity(field);
    if (!odd.empty()) warnings.add(field.path, field.value + ": " + odd);
  }
}

}  // namespace

std::string switch_mismatch(const assembly::MachineConfig& config) {
  constexpr int kWidest = 2;  // x16 next to x8
  for (int d = 0; d < config.pool.count; ++d) {
    const assembly::PoolConfig& pool = config.pool[d];
    if (!pool.cxl_switch) continue;
    const base::Bandwidth socket = pool.link.rate().bandwidth;
    const base::Bandwidth device = pool.cxl_switch->device_link.rate().bandwidth;
    if (device.value <= kWidest * socket.value && socket.value <= kWidest * device.value) continue;
    return "a link from the switch to the device carries " + base::to_string(device) +
           ", one from a socket to the switch " + base::to_string(socket) +
           "; state both at the scale of the machine, as starnuma16_switched does";
  }
  return "";
}

std::vector<base::Problem> lint(const assembly::MachineConfig& config,
                                std::optional<base::Bytes> footprint) {
  const assembly::Wiring wiring = assembly::wire(config);
  base::Problems warnings;
  warn_of_cycle(wiring, warnings);
  warn_of_overload(config, wiring, warnings);
  warn_of_idle_asics(wiring, warnings);
  warn_of_odd_values(config, warnings);
  warn_of_switch(config, warnings);
  warn_of_unreached(config, warnings);
  warn_of_device_limits(config, warnings);
  if (footprint) warn_of_capacity(config, *footprint, warnings);
  return warnings.list();
}

}  // namespace starnuma::analysis
