// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <boost/json.hpp>

#include "platforms/analysis/costs.h"
#include "platforms/analysis/describe.h"
#include "platforms/analysis/describe_parts.h"
#include "platforms/analysis/lint.h"
#include "platforms/analysis/uniform_load.h"
#include "platforms/assembly/scaling/scaling.h"
#include "platforms/assembly/scaling/snoop_filters.h"
#include "platforms/config/json.h"
#include "platforms/config/list_fields.h"

namespace starnuma::analysis {

namespace json = boost::json;
using assembly::MachineConfig;

namespace {

json::array fields(const assembly::MachineConfig& machine) {
  json::array list;
  for (const auto& field : config::list_fields(machine)) {
    list.push_back({{"path", field.path},
                    {"value", field.value},
                    {"type", field.type},
                    {"range", field.range},
                    {"sentence", field.sentence}});
  }
  return list;
}

json::array nodes(const assembly::Wiring& wiring) {
  constexpr std::array<const char*, 6> kKinds{"socket", "asic",        "switch",
                                              "device", "memory_node", "fabric_switch"};
  json::array list;
  for (const auto& node : wiring.topology.nodes()) {
    list.push_back({{"name", node.name}, {"kind", kKinds[static_cast<std::size_t>(node.kind)]}});
  }
  return list;
}

json::array links(const assembly::MachineConfig& machine, const assembly::Wiring& wiring,
                  const UniformLoad& load) {
  json::array list;
  const auto& all = wiring.topology.nodes();
  for (std::size_t e = 0; e < load.edges.size(); ++e) {
    const auto& edge = wiring.topology.edges()[e];
    const auto& link = link_of(machine, wiring, static_cast<int>(e));
    list.push_back(
        {{"name", edge.name},
         {"kind", wiring.kinds.link(wiring.kind_of_edge[e]).name},
         {"a", all[static_cast<std::size_t>(edge.a)].name},
         {"b", all[static_cast<std::size_t>(edge.b)].name},
         {"links", edge.links},
         {"bytes_per_second", link.rate().bandwidth.value},
         {"one_way_ns", edge.latency.ns()},
         {"uniform_busy_ns", {load.edges[e].forward.ns(), load.edges[e].backward.ns()}}});
  }
  return list;
}

json::object reads_json(const ChannelReads& reads, int channels) {
  return {{"bytes_per_second", reads.bytes_per_second * channels}, {"limit", reads.limit}};
}

json::array memories(const Described& described) {
  const assembly::MachineConfig& machine = described.machine;
  const assembly::Wiring& wiring = described.unloaded.wiring();
  json::array list;
  for (int n = 0; n < machine.nodes(); ++n) {
    const auto node = static_cast<base::NodeId>(n);
    const assembly::MemoryConfig& memory = machine.memory_at(node);
    json::object object{{"home", wiring.name_of(node)},
                        {"standard", json::value_from(memory.channel.standard)},
                        {"channels", memory.channels},
                        {"bytes", memory.capacity().value},
                        {"bytes_per_second", memory.peak().value}};
    if (memory.channels > 0) {
      const Reachable reachable = described.reachable(memory.channel);
      object["sequential_reads"] = reads_json(reachable.sequential, memory.channels);
      object["random_reads"] = reads_json(reachable.random, memory.channels);
    }
    list.push_back(std::move(object));
  }
  return list;
}

/// Returns the snoop filters by pool device.
json::array snoop_filters(const assembly::MachineConfig& machine) {
  json::array list;
  for (int d = 0; d < machine.pool.count; ++d) {
    const auto filter = snoop_filter(machine, machine.pool[d]);
    list.push_back({{"entries", filter.entries()},
                    {"sets", filter.sets},
                    {"ways", filter.ways},
                    {"tag_bits", filter.tag_bits},
                    {"sector_lines", filter.sector_lines},
                    {"state_bits", filter.kStateBits},
                    {"sharer_bits", filter.sharer_bits},
                    {"age_bits", filter.age_bits},
                    {"slices", machine.pool[d].device.queued.directory_slices},
                    {"sram_bytes", filter.sram().value}});
  }
  return list;
}

/// Returns the prices by component, and their sum.
json::object costs(const assembly::MachineConfig& machine) {
  json::object object;
  const std::vector<Cost> list = costs_of(machine);
  for (const Cost& cost : list) object[cost.component] = cost.usd;
  if (!list.empty()) object["total"] = total_of(list);
  return object;
}

json::object latencies(const Described& described) {
  json::object rows;
  for (int s = 0; s < described.machine.sockets(); ++s) {
    json::object row;
    for (int n = 0; n < described.machine.nodes(); ++n) {
      const auto node = static_cast<base::NodeId>(n);
      const auto socket = static_cast<base::SocketId>(s);
      if (!described.unloaded.wiring().may_use(socket, node)) continue;
      row[described.unloaded.wiring().name_of(node)] = described.unloaded.access(socket, node).ns();
    }
    rows["s" + std::to_string(s)] = row;
  }
  return rows;
}

json::object transfers(const Described& described) {
  json::object object;
  if (described.machine.sockets() < 3) return object;
  const auto means = described.unloaded.three_hop_means();
  object["chassis_level"] = means.chassis_level_ns;
  object["all_triples"] = means.all_triples_ns;
  object["requester_not_owner"] = means.requester_not_owner_ns;
  object["all_distinct"] = means.all_distinct_ns;
  for (int d = 0; d < described.machine.pool.count; ++d) {
    const base::NodeId pool = described.machine.agents().device_node(d);
    if (!described.unloaded.between_first_two(pool)) continue;
    for (const bool dirty : {false, true}) {
      object[described.unloaded.wiring().name_of(pool) + (dirty ? "_dirty" : "_clean")] =
          described.unloaded.block_transfer(base::SocketId{0}, base::SocketId{1}, pool, dirty).ns();
    }
  }
  return object;
}

}  // namespace

std::string describe_json(const Described& described) {
  const assembly::MachineConfig& machine = described.machine;
  const assembly::Wiring& wiring = described.unloaded.wiring();
  const auto load = uniform_load(machine, wiring);
  const base::Footprint program = described.program();
  json::array warnings;
  for (const auto& warning : lint(machine, program.size)) {
    warnings.push_back({{"path", warning.paths.front()}, {"message", warning.message}});
  }
  json::object object{
      {"machine", described.name},
      {"sockets", machine.sockets()},
      {"chassis", machine.chassis()},
      {"cores_per_socket", machine.cores_per_socket()},
      {"fields", fields(machine)},
      {"nodes", nodes(wiring)},
      {"links", links(machine, wiring, load)},
      {"memory", memories(described)},
      {"pool_limits", limits_json(described)},
      {"snoop_filters", snoop_filters(machine)},
      {"snoop_filters_at_scale", snoop_filters(assembly::scaled(machine, program).config)},
      {"cost_usd", costs(machine)},
      {"latency_ns", latencies(described)},
      {"block_transfer_ns", transfers(described)},
      {"uniform_traffic",
       {{"mean_links", load.mean_links},
        {"most_links", load.most_links},
        {"saturates_at_bytes_per_second_per_socket", load.per_socket.value}}},
      {"bisection_bytes_per_second", bisection(machine, wiring).value},
      {"warnings", warnings}};
  if (machine.cxl_fabric) {
    object["hosts_to_devices_bytes_per_second"] = hosts_to_devices(machine, wiring).value;
  }
  if (json::array hosts = hosts_json(machine); !hosts.empty()) object["hosts"] = std::move(hosts);
  return config::json_text(object);
}

}  // namespace starnuma::analysis
