// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/measure/run_statistics.h"

#include <algorithm>

namespace starnuma::run {
namespace {

void report_homes(const assembly::MachineConfig& config, const std::vector<base::NodeId>& homes,
                  accounting::StatWriter& run) {
  const auto pooled = std::count_if(
      homes.begin(), homes.end(), [&](base::NodeId home) { return config.agents().is_pool(home); });
  run.write("pages.total", homes.size(), "1", "pages of the program");
  run.write("pages.pool", pooled, "1", "pages in the pool");
  if (config.memory_node.count == 0) return;
  const auto apart = std::count_if(homes.begin(), homes.end(), [&](base::NodeId home) {
    return base::index_of(home) >= config.sockets() + config.pool.count;
  });
  run.write("pages.memory_node", apart, "1", "pages on memory nodes");
}

/// Reports pages that were placed off their preferred node, and the memory use of one program.
void report_room(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                 const Scope& scope, accounting::StatWriter& run) {
  std::uint64_t fallback = 0;
  std::uint64_t allocated = 0;
  bool on_demand = false;
  for (RunningProgram* program : scope.programs()) {
    fallback += program->pages_elsewhere();
    allocated += program->pages_allocated();
    on_demand |= program->on_demand();
  }
  if (on_demand) {
    run.write("pages.allocated", allocated, "1",
              "pages with memory at the end; the others were never touched");
  }
  if (fallback > 0 || !scope.is_run()) {
    run.write("pages.fallback", fallback, "1",
              "pages placed on another node because the preferred one was full");
  }
  if (scope.is_run()) return;
  accounting::StatWriter memory = run.under("memory");
  for (int n = 0; n < config.nodes(); ++n) {
    const auto node = static_cast<base::NodeId>(n);
    const auto pages = static_cast<double>(scope.program()->map().pages_on(node));
    memory.write(wiring.object_of(node), pages * base::kPageBytes, "bytes",
                 "memory of the program's pages on the node at the end");
  }
}

}  // namespace

void report_memory(const assembly::MachineConfig& config, const assembly::Wiring& wiring,
                   const Scope& scope, accounting::StatWriter& run) {
  report_homes(config, scope.homes(), run);
  report_room(config, wiring, scope, run);
}

}  // namespace starnuma::run
