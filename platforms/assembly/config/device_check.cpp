// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/config/device_check.h"

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
  if (device.directory_latency < device.queued.directory_interval * kRtlCycles) {
    problems.add_misfit(
        {own + "device.directory_latency", own + "device.queued.directory_interval", impl},
        "the directory RTL takes " + std::to_string(kRtlCycles) +
            " cycles of directory_interval, expected a directory_latency of at "
            "least " +
            base::to_string(device.queued.directory_interval * kRtlCycles));
  }
  if (config.several_hosts() || !config.extents.empty()) {
    problems.add_misfit({impl, "hosts"},
                        "the directory RTL has no extents of hosts, expected impl: model");
  }
}

}  // namespace

void check_rtl_devices(const MachineConfig& config, base::Problems& problems) {
  for (int d = 0; d < config.pool.count; ++d) {
    const pool::DeviceConfig& device = config.pool[d].device;
    if (!device.has_rtl()) continue;
    const bool shared = config.pool.overrides.count(d) == 0;
    check_device(config, shared ? "pool." : "pool.overrides." + std::to_string(d) + ".", device,
                 problems);
    if (shared) return;  // reports a shared configuration once
  }
}

}  // namespace starnuma::assembly
