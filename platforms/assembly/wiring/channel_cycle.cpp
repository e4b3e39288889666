// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/wiring/channel_cycle.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <optional>

#include "platforms/assembly/config/index.h"

namespace starnuma::assembly {

using transport::Topology;

namespace {

/// Graph of the channels: an edge from each channel that a message holds to the one that it waits
/// for. Each topology edge has two channels in each virtual network.
using WaitGraph = boost::adjacency_list<boost::setS, boost::vecS, boost::directedS>;

/// Returns a cycle in the strongly connected component of `start`: a walk inside the component must
/// revisit a channel.
std::vector<std::size_t> loop_in(const WaitGraph& waits, const std::vector<int>& component,
                                 std::size_t start) {
  std::vector<std::size_t> walk;
  for (std::size_t at_channel = start;;) {
    const auto seen = std::find(walk.begin(), walk.end(), at_channel);
    if (seen != walk.end()) return {seen, walk.end()};
    walk.push_back(at_channel);
    const auto next = boost::adjacent_vertices(at_channel, waits);
    at_channel = *std::find_if(next.first, next.second, [&](std::size_t candidate) {
      return component[candidate] == component[start];
    });
  }
}

/// Adds the waits of a message from one node to another over these links.
void add_route(const Wiring& wiring, const Topology& links, int from, int to, WaitGraph& waits) {
  if (!links.joined(from, to)) return;
  const std::size_t first = 2 * wiring.topology.edges().size() * at(wiring.networks.of(from, to));
  std::optional<std::size_t> held;
  for (const Topology::Step& step : links.steps(from, to)) {
    const std::size_t next = first + at(step.number());
    if (held) boost::add_edge(*held, next, waits);
    held = next;
  }
}

}  // namespace

std::vector<std::string> channel_cycle(const Wiring& wiring, const std::vector<Topology>& left) {
  const auto& edges = wiring.topology.edges();
  const std::size_t channels = 2 * edges.size();
  WaitGraph waits(channels * at(wiring.networks.count()));
  for (const int socket : wiring.sockets) {
    for (int agent = 0; agent < wiring.agents.count(); ++agent) {
      if (!wiring.reaches_agent(socket, agent)) continue;
      const int node = wiring.node_of_agent(agent);
      add_route(wiring, wiring.topology, socket, node, waits);
      add_route(wiring, wiring.topology, node, socket, waits);
      for (const Topology& links : left) {
        add_route(wiring, links, socket, node, waits);
        add_route(wiring, links, node, socket, waits);
      }
    }
  }
  std::vector<int> component(boost::num_vertices(waits));
  boost::strong_components(waits, component.data());
  std::vector<int> size(component.size(), 0);
  for (const int c : component) ++size[at(c)];
  const auto start =
      std::find_if(component.begin(), component.end(), [&](int c) { return size[at(c)] > 1; });
  if (start == component.end()) return {};
  std::vector<std::string> names;
  for (const std::size_t vertex :
       loop_in(waits, component, at(static_cast<int>(start - component.begin())))) {
    const std::size_t channel = vertex % channels;
    const Topology::Edge& edge = edges[channel / 2];
    const int from = channel % 2 == 0 ? edge.a : edge.b;
    const int to = channel % 2 == 0 ? edge.b : edge.a;
    names.push_back(wiring.topology.nodes()[at(from)].name + " > " +
                    wiring.topology.nodes()[at(to)].name);
  }
  return names;
}

void check_channel_cycle(const MachineConfig& config, base::Problems& problems) {
  if (config.simulation.delivery != Delivery::kQueued) return;
  std::string links;
  for (const std::string& link : channel_cycle(wire(config))) {
    links += (links.empty() ? "" : ", ") + link;
  }
  if (links.empty()) return;
  problems.add_misfit({"topology.virtual_networks", "topology.upi", "simulation.delivery"},
                      "with simulation.delivery: queued messages can wait for each other in a "
                      "cycle indefinitely, over ",
                      links,
                      "; expected more virtual networks, other links, or delivery immediate");
}

}  // namespace starnuma::assembly
