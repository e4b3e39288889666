// SPDX-License-Identifier: Apache-2.0
#include "models/os/shootdown.h"

#include <algorithm>

namespace starnuma::os {

Shootdowns::Shootdowns(const placement::PlacementConfig& config, base::Frequency frequency,
                       std::vector<PlacedCore> cores)
    : ipi_(config.shootdown == placement::Shootdown::kIpi),
      free_(config.costs.shootdown == placement::Cost::kFree),
      directory_latency_(ipi_ ? base::Time(0) : config.directory_latency),
      at_core_(ipi_ ? base::ClockRatio(frequency).time_of(config.ipi_cycles.value)
                    : config.invalidate_latency),
      cores_(std::move(cores)) {}

base::Time Shootdowns::invalidate_translations(base::PageId page, base::Time start,
                                               std::optional<int> socket) {
  ShootdownStats& counts = counts_[page.space()];
  base::Time acknowledged = start;
  for (const PlacedCore& placed : cores_) {
    if (socket && placed.socket != *socket) continue;
    const bool present = placed.core->invalidate(page, start);
    counts.needed += present;
    if (!present && !(ipi_ && placed.core->runs(page.space()))) continue;
    ++counts.sent;
    if (free_) continue;
    if (ipi_) placed.core->interrupt(at_core_);
    const base::Time arrival = start + directory_latency_ + placed.leg;
    const base::Time done = std::max(arrival, present ? placed.core->latest_use() : arrival);
    acknowledged = std::max(acknowledged, done + at_core_ + placed.leg);
  }
  return acknowledged;
}

Shootdowns::ShootdownStats Shootdowns::total() const {
  ShootdownStats sum;
  for (const ShootdownStats& counts : counts_) {
    sum.sent += counts.sent;
    sum.needed += counts.needed;
  }
  return sum;
}

}  // namespace starnuma::os
