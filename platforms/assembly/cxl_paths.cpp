// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/cxl_paths.h"

#include "models/kernel/hierarchy_scope.h"

namespace starnuma::assembly {

using transport::Topology;

namespace {

constexpr transport::LinkKinds kCxlKinds{accounting::LatencyKind::kCxlWire,
                                         accounting::LatencyKind::kCxlQueue};

}  // namespace

std::vector<transport::Router*> CxlPaths::make_switches(const Shared& shared, int device) {
  const kernel::HierarchyScope scope(*this);
  std::vector<transport::Router*> made;
  for (const int node : shared.wiring.switches[static_cast<std::size_t>(device)]) {
    const auto& topology = shared.wiring.topology;
    const int ports = static_cast<int>(topology.edges_at(node).size());
    made.push_back(&make(switches_, topology.nodes()[static_cast<std::size_t>(node)].name,
                         shared.config.pool[device].cxl_switch->box, ports,
                         route_table(shared.wiring, node, 0)));
  }
  return made;
}

void CxlPaths::make_path(const Shared& shared, int edge, Plug near, const Plug& far,
                         PoolBox& pool_box) {
  const kernel::HierarchyScope scope(*this);
  const Wiring& wiring = shared.wiring;
  const Topology::Edge& e = wiring.topology.edges()[static_cast<std::size_t>(edge)];
  const auto device =
      static_cast<std::size_t>(wiring.owner_of_edge[static_cast<std::size_t>(edge)]);
  const PoolConfig& pool = shared.config.pool[static_cast<int>(device)];
  const bool from_socket =
      wiring.topology.nodes()[static_cast<std::size_t>(e.a)].kind == Topology::NodeKind::kSocket;
  const bool to_device = e.b == wiring.devices[device];
  const int first_head =
      to_device ? e.links * router_port(wiring, wiring.devices[device], edge, 0) : 0;

  const auto near_ends = spread(e.name + "_near", near, e.links, pool.link_interleave);
  std::vector<Plug> far_ends;
  if (!to_device) far_ends = spread(e.name + "_far", far, e.links, pool.link_interleave);
  for (int k = 0; k < e.links; ++k) {
    const std::string name = e.links == 1 ? e.name : e.name + numbered("_link", k);
    Plug end = near_ends[static_cast<std::size_t>(k)];
    if (from_socket) {
      append(end, make(ports_, name + "_cpu_port", pool.cpu_port));
      for (int r = 0; r < pool.retimers; ++r) {
        append(end, make(retimers_, name + numbered("_retimer", r), pool.retimer));
      }
    }
    append(end, make(links_, name, link_of(shared.config, wiring, edge), kCxlKinds));
    if (to_device) append(end, make(ports_, name + "_device_port", pool.device_port));
    join(end, to_device ? pool_box.head(first_head + k) : far_ends[static_cast<std::size_t>(k)]);
  }
}

std::vector<Plug> CxlPaths::spread(const std::string& name, const Plug& end, int links,
                                   base::Bytes interleave) {
  if (links == 1) return {end};
  transport::Bundle& bundle = make(bundles_, name, links, interleave);
  join(end, port(bundle));
  std::vector<Plug> ends;
  for (int k = 0; k < links; ++k) ends.push_back(link_of(bundle, k));
  return ends;
}

}  // namespace starnuma::assembly
