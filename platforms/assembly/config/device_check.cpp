// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/config/machine_checks.h"

#include <algorithm>
#include <optional>
#include <string>

namespace starnuma::assembly {
namespace {

void check_device(const MachineConfig& config, const std::string& own,
                  const pool::DeviceConfig& device, base::Problems& problems) {
  constexpr int kRtlCycles = pool::DeviceConfig::kRtlCycles;
  const std::string impl = own + "device.impl";
  if (config.simulation.delivery != Delivery::kQueued) {
    problems.add_misfit({impl, "simulation.delivery"},
                        "the directory RTL executes requests concurrently, expected "
                        "simulation.delivery: queued, or impl: model");
  }
  if (device.snoop_filter_victim != pool::VictimPolicy::kLru) {
    problems.add_misfit({own + "device.snoop_filter_victim", impl},
                        "the directory RTL replaces the least recently used line, expected lru, "
                        "or impl: model");
  }
  if (device.sector_lines() != 1) {
    problems.add_misfit({own + "device.snoop_filter_sector", impl},
                        "the directory RTL has one line per entry, expected 64 B, or impl: model");
  }
  if (device.speculative_entries) {
    problems.add_misfit({own + "device.speculative_entries", impl},
                        "the directory RTL drops each MemSpecRd, expected none, or impl: model");
  }
  if (device.directory_latency < device.queued.directory_interval * kRtlCycles) {
    problems.add_misfit(
        {own + "device.directory_latency", own + "device.queued.directory_interval", impl},
        "the directory RTL takes ", kRtlCycles,
        " cycles of directory_interval, expected a directory_latency of at "
        "least ",
        base::to_string(device.queued.directory_interval * kRtlCycles));
  }
  if (config.several_hosts() || !config.extents.empty()) {
    problems.add_misfit({impl, "hosts"},
                        "the directory RTL has no extents of hosts, expected impl: model");
  }
}

/// Returns the number of heads that a device's QoS distinguishes: sockets, or switches.
int heads_of(const MachineConfig& config, const PoolConfig& pool) {
  const int attached = static_cast<int>(pool.attached.of(config.sockets()).size());
  return pool.cxl_switch ? pool.switch_of(attached - 1) + 1 : attached;
}

int logical_devices(const MachineConfig& config) {
  int most = 0;
  for (const ExtentConfig& extent : config.extents) {
    most = std::max(most, extent.logical_device.value_or(0));
  }
  return most + 1;
}

/// Checks that a device's lists of weights are not longer than what they describe.
void check_qos(const MachineConfig& config, const std::string& own, const PoolConfig& pool,
               base::Problems& problems) {
  const auto& qos = pool.device.queued.qos;
  if (!qos) return;
  const auto check = [&](const char* key, const std::optional<base::Weights>& list, int most,
                         const char* of) {
    if (!list || list->each.size() <= static_cast<std::size_t>(most)) return;
    problems.add(own + "device.queued.qos." + key, list->each.size(), " values for ", most, " ", of,
                 ", expected at most as many");
  };
  const int heads = heads_of(config, pool);
  check("shares", qos->shares, heads, "heads");
  check("limits", qos->limits, heads, "heads");
  const int devices = logical_devices(config);
  check("logical_device_shares", qos->logical_device_shares, devices, "logical devices");
  check("logical_device_limits", qos->logical_device_limits, devices, "logical devices");
}

}  // namespace

void check_device_qos(const MachineConfig& config, base::Problems& problems) {
  config.pool.each_config("pool", [&](const std::string& own, const PoolConfig& pool) {
    check_qos(config, own, pool, problems);
  });
}

void check_speculative_reads(const MachineConfig& config, base::Problems& problems) {
  bool held = false;
  config.pool.each_config("pool", [&](const std::string&, const PoolConfig& pool) {
    held = held || pool.device.speculative_entries;
  });
  if (held) return;
  config.socket.each_config("socket", [&](const std::string& own, const auto& socket) {
    if (socket.shared_cache.speculative_reads != cache::SpeculativeReadsAre::kSent) return;
    problems.add(own + "shared_cache.speculative_reads",
                 "all devices drop MemSpecRd, expected pool.device.speculative_entries, or unsent");
  });
}

void check_rtl_devices(const MachineConfig& config, base::Problems& problems) {
  config.pool.each_config("pool", [&](const std::string& own, const PoolConfig& pool) {
    if (pool.device.has_rtl()) check_device(config, own, pool.device, problems);
  });
}

}  // namespace starnuma::assembly
