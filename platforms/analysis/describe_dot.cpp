// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "platforms/analysis/describe.h"
#include "platforms/analysis/readable.h"

namespace starnuma::analysis {

using transport::Topology;

namespace {

constexpr std::array<const char*, 6> kShapes{"box",      "diamond", "hexagon",
                                             "cylinder", "folder",  "octagon"};
constexpr std::array<const char*, 5> kStyles{"solid", "bold", "dashed", "dotted", "bold"};

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

std::string node_line(const Topology::Node& node) {
  return quoted(node.name) + " [shape=" + kShapes[static_cast<std::size_t>(node.kind)] + "];\n";
}

std::string chassis_cluster(const Described& described, int chassis) {
  const assembly::Wiring& wiring = described.unloaded.wiring();
  const auto& nodes = wiring.topology.nodes();
  std::string text = "  subgraph cluster_" + std::to_string(chassis) + " {\n    label=\"chassis " +
                     std::to_string(chassis) + "\";\n";
  for (int s = 0; s < described.machine.sockets(); ++s) {
    if (described.machine.chassis_of(s) != chassis) continue;
    text += "    " + node_line(nodes[static_cast<std::size_t>(wiring.sockets[s])]);
  }
  const int asics = described.machine.topology.asics_per_chassis;
  for (int a = chassis * asics; a < (chassis + 1) * asics; ++a) {
    text += "    " + node_line(nodes[static_cast<std::size_t>(wiring.asics[a])]);
  }
  return text + "  }\n";
}

std::string clusters(const Described& described) {
  const assembly::MachineConfig& machine = described.machine;
  std::string text;
  int host = -1;
  for (int c = 0; c < machine.chassis(); ++c) {
    const int own = machine.host_of(c * machine.topology.sockets_per_chassis);
    if (machine.several_hosts() && own != host) {
      text += host == -1 ? "" : "  }\n";
      text += "  subgraph cluster_host_" + machine.host_name(own) + " {\n    label=\"host " +
              machine.host_name(own) + "\";\n";
      host = own;
    }
    text += chassis_cluster(described, c);
  }
  return text + (host == -1 ? "" : "  }\n");
}

}  // namespace

std::string describe_dot(const Described& described) {
  const assembly::Wiring& wiring = described.unloaded.wiring();
  const auto& nodes = wiring.topology.nodes();
  std::string text = "graph " + quoted(described.name) + " {\n";
  text += clusters(described);
  for (const Topology::Node& node : nodes) {
    const bool in_chassis =
        node.kind == Topology::NodeKind::kSocket || node.kind == Topology::NodeKind::kAsic;
    if (!in_chassis) text += "  " + node_line(node);
  }
  const auto& edges = wiring.topology.edges();
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const Topology::Edge& edge = edges[e];
    const auto& link = link_of(described.machine, wiring, static_cast<int>(e));
    const std::string times = edge.links > 1 ? std::to_string(edge.links) + " x " : "";
    text += "  " + quoted(nodes[static_cast<std::size_t>(edge.a)].name) + " -- " +
            quoted(nodes[static_cast<std::size_t>(edge.b)].name) +
            " [style=" + kStyles[static_cast<std::size_t>(edge.place)] + ", tooltip=" +
            quoted(times + readable(link.rate().bandwidth) + ", " + readable(edge.latency)) +
            "];\n";
  }
  return text + "}\n";
}

}  // namespace starnuma::analysis
