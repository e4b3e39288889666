// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/measure/host_figures.h"

#include <algorithm>

#include "platforms/run/measure/simulation_result.h"
#include "platforms/run/programs/program_hosts.h"

namespace starnuma::run {

HostFigures::HostFigures(const assembly::MachineConfig& config, const Scope& whole)
    : config_(config), whole_(whole) {
  for (int h = 0; h < config.host_count(); ++h) {
    Host& host = hosts_.emplace_back();
    host.name = config.host_name(h);
    for (const base::CoreId core : all_cores(config)) {
      const int socket = base::index_of(core) / config.cores_per_socket();
      if (config.host_of(socket) == h) host.cores.push_back(core);
    }
    for (RunningProgram* program : whole.programs()) {
      if (hosts_of(config, program->placed().cores) == std::vector{h}) {
        host.programs.push_back(program);
      }
    }
  }
}

std::int64_t HostFigures::instructions(const Host& host) const {
  std::int64_t sum = 0;
  for (const base::CoreId core : host.cores) sum += whole_.machine().core(core).instructions();
  return sum;
}

void HostFigures::begin(Opening /*opening*/) {
  for (Host& host : hosts_) host.instructions_at_begin = instructions(host);
}

void HostFigures::report(SimulationResult& result) {
  for (const Host& host : hosts_) {
    accounting::StatWriter out(result.stats, "host." + host.name);
    out.write("programs", host.programs.size(), "1", "programs that run on this host alone");
    out.write("instructions", instructions(host) - host.instructions_at_begin, "1",
              "instructions of its cores in the window");
    accounting::StatWriter memory = out.under("memory");
    for (int n = 0; n < config_.nodes(); ++n) {
      const auto node = static_cast<base::NodeId>(n);
      std::uint64_t pages = 0;
      for (const RunningProgram* program : host.programs) pages += program->map().pages_on(node);
      memory.write(whole_.machine().wiring().object_of(node), pages * base::kPageBytes, "bytes",
                   "memory of the host's programs' pages on the node at the end");
    }
  }
}

}  // namespace starnuma::run
