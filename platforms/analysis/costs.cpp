// SPDX-License-Identifier: Apache-2.0
#include "platforms/analysis/costs.h"

#include <optional>

#include "platforms/assembly/scaling/snoop_filters.h"

namespace starnuma::analysis {

namespace {

constexpr double kMiB = 1 << 20;
constexpr double kGiB = 1 << 30;

/// Adds a component of `unit` bytes per price to the sum of its kind.
void add(Cost& cost, base::Bytes size, double unit, std::optional<double> usd) {
  if (!usd) return;
  cost.size = cost.size + size;
  cost.usd += static_cast<double>(size.value) / unit * *usd;
}

template <class Element>
Cost memory_cost(const char* component, const base::Repeated<Element>& elements) {
  Cost cost{component, {}, 0};
  for (int i = 0; i < elements.count; ++i) {
    const assembly::MemoryConfig& memory = elements[i].memory;
    add(cost, memory.capacity(), kGiB, memory.channel.usd_per_gib);
  }
  return cost;
}

Cost filter_cost(const assembly::MachineConfig& machine) {
  Cost cost{"snoop_filters", {}, 0};
  for (int d = 0; d < machine.pool.count; ++d) {
    const assembly::PoolConfig& pool = machine.pool[d];
    add(cost, snoop_filter(machine, pool).sram(), kMiB, pool.device.sram_usd_per_mib);
  }
  return cost;
}

}  // namespace

std::vector<Cost> costs_of(const assembly::MachineConfig& machine) {
  std::vector<Cost> costs;
  for (const Cost& cost :
       {memory_cost("socket_memory", machine.socket), memory_cost("pool_memory", machine.pool),
        memory_cost("node_memory", machine.memory_node), filter_cost(machine)}) {
    if (cost.size.value > 0) costs.push_back(cost);
  }
  return costs;
}

double total_of(const std::vector<Cost>& costs) {
  double sum = 0;
  for (const Cost& cost : costs) sum += cost.usd;
  return sum;
}

}  // namespace starnuma::analysis
