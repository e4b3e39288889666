// SPDX-License-Identifier: Apache-2.0
// describe and list: look before running.
#include <algorithm>
#include <array>
#include <iomanip>
#include <iostream>

#include "models/base/check.h"
#include "platforms/app/command.h"
#include "platforms/app/experiment.h"
#include "platforms/app/open_machine.h"
#include "platforms/assembly/scaling.h"
#include "platforms/assembly/unloaded.h"
#include "platforms/config/resolve.h"
#include "stimulus/registry.h"

namespace starnuma::app {

using assembly::MachineConfig;
using assembly::Unloaded;

namespace {

void print_parts(const std::string& name, const MachineConfig& machine) {
  std::cout << name << ": " << machine.sockets() << " sockets in " << machine.chassis()
            << " chassis, " << machine.cores_per_socket() << " cores each, "
            << machine.chassis() * machine.topology.asics_per_chassis << " FLEX ASICs\n\n";
}

/// Links of one kind and one set of fields: how many there are.
struct LinkLine {
  std::string kind;
  const transport::LinkConfig* link;
  int count;
};

std::vector<LinkLine> link_lines(const MachineConfig& machine, const assembly::Wiring& wiring) {
  constexpr std::array<const char*, 4> kKinds{"UPI-like", "NUMALink", "CXL", "memory"};
  std::vector<LinkLine> lines;
  const auto& edges = wiring.topology.edges();
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto* link = &link_of(machine, wiring, static_cast<int>(e));
    const auto known = std::find_if(lines.begin(), lines.end(),
                                    [&](const LinkLine& line) { return line.link == link; });
    if (known != lines.end()) {
      known->count += edges[e].links;
    } else {
      lines.push_back({kKinds[static_cast<std::size_t>(edges[e].kind)], link, edges[e].links});
    }
  }
  return lines;
}

void print_links(const MachineConfig& machine, const assembly::Wiring& wiring) {
  std::cout << "Links\n";
  for (const LinkLine& line : link_lines(machine, wiring)) {
    std::cout << "  " << std::left << std::setw(10) << line.kind << std::right << std::setw(4)
              << line.count << " links, " << base::to_string(line.link->bandwidth)
              << " per direction, flight " << base::to_string(line.link->latency) << "\n";
  }
}

void print_memory(const std::string& where, const assembly::MemoryConfig& memory) {
  std::cout << "  " << std::left << std::setw(10) << where << std::right << memory.channels
            << " DDR5 channels, " << base::to_string(memory.capacity()) << ", "
            << base::to_string(memory.peak()) << "\n";
}

template <class Element>
void print_memories(const std::string& name, const base::Repeated<Element>& elements) {
  if (elements.count == 0) return;
  print_memory(name, elements.each.memory);
  for (const auto& [index, own] : elements.overrides) {
    print_memory(name + " " + std::to_string(index), own.memory);
  }
}

void print_capacity(const MachineConfig& machine) {
  std::cout << "\nMemory\n";
  print_memories("socket", machine.socket);
  print_memories("pool", machine.pool);
  print_memories("memory", machine.memory_node);
}

void print_sizes(const assembly::ScaledMachine& scaled, int scale) {
  std::cout << "\nSizes for a workload of scale " << scale << "\n";
  for (const auto& size : scaled.sizes) {
    std::cout << "  " << std::left << std::setw(38) << size.name << std::setw(14) << size.size
              << size.how << "\n";
  }
}

void print_matrix(const Unloaded& unloaded, const MachineConfig& machine) {
  const int width = machine.memory_node.count > 0 ? 9 : 7;
  std::cout << "\nUnloaded latency of a memory access, ns (row: requester, column: home)\n     ";
  for (int home = 0; home < machine.nodes(); ++home) {
    std::cout << std::right << std::setw(width)
              << unloaded.wiring().name_of(static_cast<base::NodeId>(home));
  }
  std::cout << "\n";
  for (int s = 0; s < machine.sockets(); ++s) {
    std::cout << std::left << std::setw(5) << "s" + std::to_string(s) << std::right;
    for (int home = 0; home < machine.nodes(); ++home) {
      const auto latency =
          unloaded.access(static_cast<base::SocketId>(s), static_cast<base::NodeId>(home));
      std::cout << std::setw(width) << latency.ns();
    }
    std::cout << "\n";
  }
}

void print_transfers(const Unloaded& unloaded, const MachineConfig& machine) {
  if (machine.sockets() < 3) return;
  const auto means = unloaded.three_hop_means();
  std::cout << std::fixed << std::setprecision(1)
            << "\nUnloaded block transfer, ns\n  3-hop over sockets, mean by four definitions:\n"
            << "    chassis-level, as published   " << means.chassis_level_ns << "\n"
            << "    over all triples              " << means.all_triples_ns << "\n"
            << "    requester is not the owner    " << means.requester_not_owner_ns << "\n"
            << "    all three distinct            " << means.all_distinct_ns << "\n";
  for (int d = 0; d < machine.pool.count; ++d) {
    const base::NodeId pool = machine.agents().device_node(d);
    const std::string over = "  4-hop over the " + unloaded.wiring().name_of(pool);
    const auto transfer = [&](bool dirty) {
      return unloaded.block_transfer(base::SocketId{0}, base::SocketId{1}, pool, dirty).ns();
    };
    std::cout << over << ", clean owner (E)  " << transfer(false) << "\n"
              << over << ", dirty owner (M)  " << transfer(true) << "\n";
  }
}

}  // namespace

int run_describe(const Arguments& arguments) {
  std::vector<std::string> sets;
  if (arguments.has("set")) sets = arguments.get<std::vector<std::string>>("set");
  const OpenedMachine target = open_machine(arguments.positional[0], sets);
  const MachineConfig& machine = target.machine;
  const int scale = arguments.get<int>("scale");
  const Unloaded unloaded(machine);
  const auto scaled = assembly::scaled(machine, scale);
  print_parts(target.experiment.machine.name, machine);
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
