// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/boxes/cxl_paths.h"

#include "models/transport/delay_box.h"
#include "models/transport/router.h"
#include "platforms/assembly/config/index.h"

namespace starnuma::assembly {

using transport::Topology;

namespace {

/// Returns `end` for a single link, otherwise the links of a bundle attached to it.
std::vector<Plug> spread(LinkGroup& group, const std::string& name, const Plug& end, int links,
                         base::Bytes interleave) {
  if (links == 1) return {end};
  auto& bundle = group.make<transport::Bundle>(name, links, interleave);
  join(end, port(bundle));
  std::vector<Plug> ends;
  for (int k = 0; k < links; ++k) ends.push_back(link_of(bundle, k));
  return ends;
}

}  // namespace

transport::Router* make_switch(const Shared& shared, int node, const transport::DelayConfig& box,
                               LinkGroups& groups) {
  const auto& topology = shared.wiring.topology;
  const std::vector<int> edges = topology.edges_at(node);  // edges to sockets come first
  const accounting::LinkKind kind = shared.wiring.kind_of_edge[at(edges.front())];
  return &groups[static_cast<std::size_t>(kind)]->make<transport::CxlSwitch>(
      topology.nodes()[at(node)].name, box, static_cast<int>(edges.size()),
      route_table(shared.wiring, node, 0), kind);
}

std::vector<transport::Link*> make_path(const Shared& shared, int edge, Plug near, const Plug& far,
                                        PoolBox& pool_box, LinkGroups& groups) {
  const Wiring& wiring = shared.wiring;
  const Topology::Edge& e = wiring.topology.edges()[at(edge)];
  const int device = wiring.owner_of_edge[at(edge)];
  const PoolConfig& pool = shared.config.pool[device];
  const accounting::LinkKind kind = wiring.kind_of_edge[at(edge)];
  LinkGroup& group = *groups[static_cast<std::size_t>(kind)];
  const bool from_socket = wiring.topology.nodes()[at(e.a)].kind == Topology::NodeKind::kSocket;
  const bool to_device = e.b == wiring.devices[at(device)];
  const int first_head =
      to_device ? e.links * router_port(wiring, wiring.devices[at(device)], edge, 0) : 0;

  const auto near_ends = spread(group, e.name + "_near", near, e.links, pool.link_interleave);
  std::vector<Plug> far_ends;
  if (!to_device) far_ends = spread(group, e.name + "_far", far, e.links, pool.link_interleave);
  std::vector<transport::Link*> links;
  for (int k = 0; k < e.links; ++k) {
    const std::string name = e.links == 1 ? e.name : e.name + numbered("_link", k);
    Plug end = near_ends[at(k)];
    if (from_socket) {
      append(end, group.make<transport::CxlPort>(name + "_cpu_port", pool.cpu_port, kind));
      for (int r = 0; r < pool.retimers; ++r) {
        append(end,
               group.make<transport::Retimer>(name + numbered("_retimer", r), pool.retimer, kind));
      }
    }
    transport::Link& link = make_link(shared, edge, name, groups);
    links.push_back(&link);
    append(end, link);
    if (to_device) {
      append(end, group.make<transport::CxlPort>(name + "_device_port", pool.device_port, kind));
    }
    join(end, to_device ? pool_box.head(first_head + k) : far_ends[at(k)]);
  }
  return links;
}

}  // namespace starnuma::assembly
