// SPDX-License-Identifier: Apache-2.0
// describe and list: look before running.
#include <iomanip>
#include <iostream>

#include "models/base/check.h"
#include "platforms/app/command.h"
#include "platforms/app/experiment.h"
#include "platforms/assembly/scaling.h"
#include "platforms/assembly/unloaded.h"
#include "platforms/config/reader.h"
#include "platforms/config/resolve.h"
#include "stimulus/registry.h"

namespace starnuma::app {

using assembly::MachineConfig;
using assembly::Unloaded;
using transport::Topology;

namespace {

void print_parts(const std::string& name, const MachineConfig& machine) {
  const auto& t = machine.topology;
  std::cout << name << ": " << t.sockets() << " sockets in " << t.chassis << " chassis, "
            << machine.socket.cores << " cores each, " << t.chassis * t.asics_per_chassis
            << " FLEX ASICs\n\n";
}

void print_links(const MachineConfig& machine, const assembly::Wiring& wiring) {
  int count[3] = {};
  for (const auto& edge : wiring.topology.edges()) ++count[static_cast<int>(edge.kind)];
  const auto line = [](const char* kind, int n, const transport::LinkConfig& link) {
    if (n == 0) return;
    std::cout << "  " << std::left << std::setw(10) << kind << std::right << std::setw(4) << n
              << " links, " << base::to_string(link.bandwidth) << " per direction, flight "
              << base::to_string(link.latency) << "\n";
  };
  std::cout << "Links\n";
  line("UPI-like", count[static_cast<int>(Topology::EdgeKind::kUpi)], machine.upi);
  line("NUMALink", count[static_cast<int>(Topology::EdgeKind::kNumalink)], machine.numalink);
  if (machine.pool) {
    line("CXL", count[static_cast<int>(Topology::EdgeKind::kCxl)], machine.pool->link);
  }
}

void print_capacity(const MachineConfig& machine) {
  const auto line = [](const char* where, const assembly::MemoryConfig& memory) {
    const base::Bandwidth peak = memory.channel.subchannel_bandwidth() * (2 * memory.channels);
    std::cout << "  " << std::left << std::setw(10) << where << std::right << memory.channels
              << " DDR5 channels, "
              << base::to_string(memory.capacity_per_channel * memory.channels) << ", "
              << base::to_string(peak) << "\n";
  };
  std::cout << "\nMemory\n";
  line("socket", machine.socket.memory);
  if (machine.pool) line("pool", machine.pool->memory);
}

void print_sizes(const assembly::ScaledMachine& scaled, int scale) {
  std::cout << "\nSizes for a workload of scale " << scale << "\n";
  for (const auto& size : scaled.sizes) {
    std::cout << "  " << std::left << std::setw(38) << size.name << std::setw(14) << size.size
              << size.how << "\n";
  }
}

void print_matrix(const Unloaded& unloaded, const MachineConfig& machine) {
  const int sockets = machine.topology.sockets();
  std::cout << "\nUnloaded latency of a memory access, ns (row: requester, column: home)\n     ";
  for (int home = 0; home < machine.nodes(); ++home) {
    std::cout << std::right << std::setw(7)
              << (home < sockets ? "s" + std::to_string(home) : std::string("pool"));
  }
  std::cout << "\n";
  for (int s = 0; s < sockets; ++s) {
    std::cout << std::left << std::setw(5) << "s" + std::to_string(s) << std::right;
    for (int home = 0; home < machine.nodes(); ++home) {
      const auto latency =
          unloaded.access(static_cast<base::SocketId>(s), static_cast<base::NodeId>(home));
      std::cout << std::setw(7) << latency.ns();
    }
    std::cout << "\n";
  }
}

void print_transfers(const Unloaded& unloaded, const MachineConfig& machine) {
  if (machine.topology.sockets() < 3) return;
  const auto means = unloaded.three_hop_means();
  std::cout << std::fixed << std::setprecision(1)
            << "\nUnloaded block transfer, ns\n  3-hop over sockets, mean by four definitions:\n"
            << "    chassis-level, as published   " << means.chassis_level_ns << "\n"
            << "    over all triples              " << means.all_triples_ns << "\n"
            << "    requester is not the owner    " << means.requester_not_owner_ns << "\n"
            << "    all three distinct            " << means.all_distinct_ns << "\n";
  if (!machine.pool) return;
  const auto pool = static_cast<base::NodeId>(machine.topology.sockets());
  const auto over_pool = [&](bool dirty) {
    return unloaded.block_transfer(base::SocketId{0}, base::SocketId{1}, pool, dirty).ns();
  };
  std::cout << "  4-hop over the pool, clean owner (E)  " << over_pool(false)
            << "\n  4-hop over the pool, dirty owner (M)  " << over_pool(true) << "\n";
}

}  // namespace

int run_describe(const Arguments& arguments) {
  std::vector<std::string> sets;
  if (arguments.has("set")) sets = arguments.get<std::vector<std::string>>("set");
  const auto opened = config::open_target(arguments.positional[0], sets, platforms_folder());
  const auto machine = config::read<MachineConfig>(opened.machine.tree);
  const int scale = arguments.get<int>("scale");
  const Unloaded unloaded(machine);
  const auto scaled = assembly::scaled(machine, scale);
  print_parts(opened.machine.name, machine);
  print_links(machine, unloaded.wiring());
  print_capacity(machine);
  print_sizes(scaled, scale);
  print_matrix(unloaded, machine);
  print_transfers(unloaded, machine);
  return 0;
}

int run_list(const Arguments& arguments) {
  const std::string what = arguments.positional.empty() ? "" : arguments.positional[0];
  if (!what.empty() && what != "machines" && what != "workloads") {
    throw base::InputError("list: unknown list \"" + what + "\", expected machines or workloads");
  }
  if (what != "workloads") {
    std::cout << "Machines\n";
    for (const auto& machine : config::list_machines(platforms_folder())) {
      std::cout << "  " << std::left << std::setw(26) << machine.name << machine.summary << "\n";
    }
  }
  if (what != "machines") {
    std::cout << (what.empty() ? "\n" : "") << "Workloads\n";
    for (const auto& workload : stimulus::workloads()) {
      std::cout << "  " << std::left << std::setw(16) << workload.name << workload.sentence << "\n"
                << std::string(18, ' ') << workload.options << "\n";
    }
  }
  return 0;
}

}  // namespace starnuma::app
