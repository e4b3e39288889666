// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

#include "models/placement/phase_scale.h"
#include "platforms/analysis/costs.h"
#include "platforms/analysis/describe.h"
#include "platforms/analysis/describe_parts.h"
#include "platforms/analysis/host_memory.h"
#include "platforms/analysis/lint.h"
#include "platforms/analysis/machine_shape.h"
#include "platforms/analysis/readable.h"
#include "platforms/analysis/uniform_load.h"
#include "platforms/assembly/config/method.h"
#include "platforms/assembly/scaling/scaling.h"
#include "platforms/assembly/scaling/snoop_filters.h"
#include "stimulus/registry.h"

namespace starnuma::analysis {

using assembly::MachineConfig;

namespace {

void print_parts(std::ostream& out, const Described& described) {
  const assembly::MachineConfig& machine = described.machine;
  out << described.name << ": " << machine.sockets() << " sockets in " << machine.chassis()
      << " chassis, " << machine.cores_per_socket() << " cores each, "
      << machine.chassis() * machine.topology.asics_per_chassis << " FLEX ASICs\n";
  if (!described.summary.empty()) out << described.summary << "\n";
  if (machine.method) out << "Method: " << assembly::method_text(machine) << "\n";
  out << "\n";
}

/// Links of one role with one configuration.
struct LinkLine {
  std::string role;
  const transport::LinkConfig* link;
  int count = 0;
  int edges = 0;
  base::Time busy_sum;
  base::Time busy_most;
};

std::vector<LinkLine> link_lines(const assembly::MachineConfig& machine,
                                 const assembly::Wiring& wiring, const UniformLoad& load) {
  std::vector<LinkLine> lines;
  for (std::size_t e = 0; e < load.edges.size(); ++e) {
    const auto* link = &link_of(machine, wiring, static_cast<int>(e));
    const std::string role = role_of(wiring, static_cast<int>(e));
    auto line = std::find_if(lines.begin(), lines.end(), [&](const LinkLine& known) {
      return known.link == link && known.role == role;
    });
    if (line == lines.end()) line = lines.insert(lines.end(), LinkLine{role, link, 0, 0, {}, {}});
    line->count += wiring.topology.edges()[e].links;
    ++line->edges;
    line->busy_sum += load.edges[e].worse();
    line->busy_most = std::max(line->busy_most, load.edges[e].worse());
  }
  return lines;
}

void print_links(std::ostream& out, const std::vector<LinkLine>& lines) {
  out << "Links\n";
  for (const LinkLine& line : lines) {
    out << "  " << std::left << std::setw(30) << line.role << std::right << std::setw(4)
        << line.count << " links, " << readable(line.link->rate().bandwidth)
        << " per direction, flight " << readable(line.link->latency);
    if (line.link->ide) out << ", encryption " << readable(line.link->ide->latency);
    out << "\n";
  }
}

std::string channels_of(const assembly::MemoryConfig& memory) {
  return std::to_string(memory.channels) + " " + memory.channel.standard.value_or("memory") +
         (memory.channels == 1 ? " channel" : " channels");
}

class MemoryLines {
 public:
  MemoryLines(std::ostream& out, const Described& described) : out_(out), described_(described) {}

  template <class Element>
  void print(const std::string& name, const base::Repeated<Element>& elements) {
    if (elements.count == 0) return;
    print(name, elements.each.memory);
    for (const auto& [index, own] : elements.overrides) {
      print(name + " " + std::to_string(index), own.memory);
    }
  }

 private:
  void print(const std::string& where, const assembly::MemoryConfig& memory) {
    out_ << "  " << std::left << std::setw(10) << where << std::right << channels_of(memory) << ", "
         << readable(memory.capacity()) << ", " << readable(memory.peak()) << " peak\n";
    if (memory.channels == 0) return;
    const Reachable reachable = described_.reachable(memory.channel);
    print("sequential", reachable.sequential, memory.channels);
    print("random", reachable.random, memory.channels);
  }
  void print(const char* order, const ChannelReads& reads, int channels) {
    const base::Bandwidth all(static_cast<std::int64_t>(reads.bytes_per_second) * channels);
    out_ << "            " << order << " reads reach " << readable(all) << ", limited by "
         << reads.limit << "\n";
  }

  std::ostream& out_;
  const Described& described_;
};

/// Returns the SRAM of one directory slice.
base::Bytes slice_of(const pool::SnoopFilterGeometry& filter, const assembly::PoolConfig& pool) {
  return base::Bytes(filter.sram().value / pool.device.queued.directory_slices);
}

/// Returns the number of lines of an entry with several, such as "4 x ".
std::string per_line(const pool::SnoopFilterGeometry& filter) {
  return filter.sector_lines == 1 ? "" : std::to_string(filter.sector_lines) + " lines of ";
}

void print_filter(std::ostream& out, const std::string& where,
                  const assembly::MachineConfig& machine, const assembly::PoolConfig& pool) {
  const auto filter = snoop_filter(machine, pool);
  out << "  " << std::left << std::setw(10) << where << std::right << filter.entries()
      << " entries in " << filter.sets << " sets x " << filter.ways << " ways, "
      << filter.entry_bits() << " bits each (tag " << filter.tag_bits << ", " << per_line(filter)
      << "state " << filter.kStateBits << ", sharers " << filter.sharer_bits << ", age "
      << filter.age_bits << "), " << std::fixed << std::setprecision(2) << readable(filter.sram())
      << ", "
      << static_cast<double>(filter.lines()) / static_cast<double>(assembly::cached_lines(machine))
      << " of the lines of all caches\n"
      << "            " << pool.device.queued.directory_slices << " directory slices of "
      << readable(slice_of(filter, pool)) << ", one look-up each per "
      << readable(pool.device.queued.directory_interval) << "\n"
      << std::defaultfloat << std::setprecision(6);
}

/// Prints the prices of components whose parts have one.
void print_costs(std::ostream& out, const assembly::MachineConfig& machine) {
  const std::vector<Cost> costs = costs_of(machine);
  if (costs.empty()) return;
  out << "\nCost, USD (prices of the parts)\n" << std::fixed << std::setprecision(2);
  const auto print = [&](const std::string& component, const std::string& size, double usd) {
    out << "  " << std::left << std::setw(16) << component << std::setw(10) << size << std::right
        << std::setw(12) << usd << "\n";
  };
  for (const Cost& cost : costs) print(cost.component, readable(cost.size), cost.usd);
  print("total", "", total_of(costs));
  out << std::defaultfloat << std::setprecision(6);
}

/// Prints the filters as written and, if they scale with the workload, as scaled.
void print_filters(std::ostream& out, const assembly::MachineConfig& machine,
                   const assembly::ScaledMachine& scaled, const base::Footprint& program) {
  if (machine.pool.count == 0) return;
  out << "\nSnoop filter\n";
  const auto print_of = [&](const assembly::MachineConfig& of) {
    print_filter(out, "pool", of, of.pool.each);
    for (const auto& [index, own] : of.pool.overrides) {
      print_filter(out, "pool " + std::to_string(index), of, own);
    }
  };
  print_of(machine);
  if (assembly::halvings(machine.scaling.sizes, program) == 0) return;
  out << "  for a program of " << share_of_full_size(program) << "\n";
  print_of(scaled.config);
}

void print_sizes(std::ostream& out, const assembly::ScaledMachine& scaled,
                 const base::Footprint& program) {
  out << "\nSizes for a program of " << share_of_full_size(program) << "\n";
  for (const auto& size : scaled.sizes) {
    const auto bytes = base::parse_bytes(size.size);
    out << "  " << std::left << std::setw(38) << size.name << std::setw(16)
        << (bytes ? readable(*bytes) : size.size) << " " << size.how << "\n";
  }
}

void print_placement(std::ostream& out, const assembly::MachineConfig& machine,
                     const base::Footprint& program) {
  const placement::PlacementConfig& placement = machine.placement;
  out << "\nPlacement\n  policy            " << placement::name_of(placement.policy) << "\n";
  if (!placement.traits().moves_pages()) return;
  const int shift = assembly::halvings(machine.scaling.sizes, program);
  out << "  moved per phase   at most " << placement.page_limit << " pages at full scale, "
      << placement::page_limit(placement, shift) << " for that program\n";
}

void print_host(std::ostream& out, const assembly::MachineConfig& machine,
                const assembly::MachineConfig& scaled, int scale) {
  const auto bfs = stimulus::make_workload("bfs:scale=" + std::to_string(scale), shape_of(machine),
                                           stimulus::kDefaultSeed);
  const auto needed = run_on_host(scaled, bfs->host_bytes());
  out << "\nOn the host\n  bfs of that size takes about " << rounded(needed) << " of memory\n";
}

/// Returns a number with up to ten significant digits and no trailing zeros.
std::string shortest(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.10g", value);
  return text;
}

void print_matrix(std::ostream& out, const Unloaded& unloaded,
                  const assembly::MachineConfig& machine) {
  std::vector<std::vector<std::string>> rows;
  std::size_t longest = machine.memory_node.count > 0 ? 7 : 5;
  for (int s = 0; s < machine.sockets(); ++s) {
    rows.emplace_back();
    for (int home = 0; home < machine.nodes(); ++home) {
      const auto socket = static_cast<base::SocketId>(s);
      const auto node = static_cast<base::NodeId>(home);
      rows.back().push_back(unloaded.wiring().may_use(socket, node)
                                ? shortest(unloaded.access(socket, node).ns())
                                : "-");
      longest = std::max(longest, rows.back().back().size());
    }
  }
  const int width = static_cast<int>(longest) + 2;
  out << "\nUnloaded latency of a memory access, ns (row: requester, column: home)\n     ";
  for (int home = 0; home < machine.nodes(); ++home) {
    out << std::right << std::setw(width)
        << unloaded.wiring().name_of(static_cast<base::NodeId>(home));
  }
  out << "\n";
  for (int s = 0; s < machine.sockets(); ++s) {
    out << std::left << std::setw(5) << "s" + std::to_string(s) << std::right;
    for (const std::string& cell : rows[static_cast<std::size_t>(s)])
      out << std::setw(width) << cell;
    out << "\n";
  }
}

void print_transfers(std::ostream& out, const Unloaded& unloaded,
                     const assembly::MachineConfig& machine) {
  if (machine.sockets() < 3) return;
  const auto means = unloaded.three_hop_means();
  out << std::fixed << std::setprecision(1)
      << "\nUnloaded block transfer, ns\n  3-hop over sockets, mean by four definitions:\n"
      << "    chassis-level, as published   " << means.chassis_level_ns << "\n"
      << "    over all triples              " << means.all_triples_ns << "\n"
      << "    requester is not the owner    " << means.requester_not_owner_ns << "\n"
      << "    all three distinct            " << means.all_distinct_ns << "\n";
  for (int d = 0; d < machine.pool.count; ++d) {
    const base::NodeId pool = machine.agents().device_node(d);
    if (!unloaded.between_first_two(pool)) continue;
    const std::string over = "  4-hop over the " + unloaded.wiring().name_of(pool);
    const auto transfer = [&](bool dirty) {
      return unloaded.block_transfer(base::SocketId{0}, base::SocketId{1}, pool, dirty).ns();
    };
    out << over << ", clean owner (E)  " << transfer(false) << "\n"
        << over << ", dirty owner (M)  " << transfer(true) << "\n";
  }
}

void print_load(std::ostream& out, const Described& described, const UniformLoad& load,
                const std::vector<LinkLine>& lines) {
  if (load.busiest == -1) return;
  const assembly::Wiring& wiring = described.unloaded.wiring();
  out << std::fixed << std::setprecision(1)
      << "\nUniform traffic: every socket reads one line of every home\n  links on the way"
      << std::string(14, ' ') << "mean " << load.mean_links << ", most " << load.most_links << "\n";
  for (const LinkLine& line : lines) {
    out << "  " << std::left << std::setw(30) << line.role << "busy "
        << (line.busy_sum / line.edges).ns() << " ns, most " << line.busy_most.ns() << " ns\n";
  }
  if (!described.machine.links.empty() || described.machine.cxl_fabric) {
    out << "  diameter                      " << load.most_links << " links\n";
  }
  out << "  saturates first               "
      << wiring.topology.edges()[static_cast<std::size_t>(load.busiest)].name << ", at "
      << static_cast<double>(load.per_socket.value) / 1e9 << " GB/s per socket\n"
      << "  bisection, coherent links     " << readable(bisection(described.machine, wiring))
      << " per direction\n";
  if (!described.machine.cxl_fabric) return;
  out << "  bisection, hosts to devices   " << readable(hosts_to_devices(described.machine, wiring))
      << " per direction\n";
}

}  // namespace

std::string describe_text(const Described& described) {
  const assembly::MachineConfig& machine = described.machine;
  const auto load = uniform_load(machine, described.unloaded.wiring());
  const auto lines = link_lines(machine, described.unloaded.wiring(), load);
  std::ostringstream out;
  print_parts(out, described);
  print_links(out, lines);
  out << hosts_text(machine)
      << "\nMemory (reads: short streams of bench memory, 64 outstanding for each data bus)\n";
  MemoryLines memories(out, described);
  memories.print("socket", machine.socket);
  memories.print("pool", machine.pool);
  memories.print("memory", machine.memory_node);
  out << limits_text(described);
  const base::Footprint program = described.program();
  const auto scaled = assembly::scaled(machine, program);
  print_filters(out, machine, scaled, program);
  print_costs(out, machine);
  print_sizes(out, scaled, program);
  print_placement(out, machine, program);
  print_host(out, machine, scaled.config, described.scale);
  print_matrix(out, described.unloaded, machine);
  print_transfers(out, described.unloaded, machine);
  print_load(out, described, load, lines);
  const auto warnings = lint(machine, program.size);
  if (!warnings.empty()) out << "\nWarnings\n";
  for (const auto& warning : warnings) {
    out << "  machine." << warning.paths.front() << ": " << warning.message << "\n";
  }
  return out.str();
}

}  // namespace starnuma::analysis
