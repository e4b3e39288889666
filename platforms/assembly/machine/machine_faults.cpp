// SPDX-License-Identifier: Apache-2.0
// Effects of faults on a machine.
#include "models/protocol/channel.h"
#include "platforms/assembly/config/index.h"
#include "platforms/assembly/machine/machine.h"

namespace starnuma::assembly {

using transport::Topology;

home::SocketHome& Machine::socket_home(base::NodeId node) const {
  const int n = base::index_of(node);
  if (n < wiring_.agents.sockets) return sockets_[at(n)]->home();
  return memory_nodes_[at(n - wiring_.agents.sockets - wiring_.agents.devices)]->home();
}

pool::MultiHeadedDeviceBase& Machine::device(base::NodeId node) const {
  return pools_[at(base::index_of(node) - wiring_.agents.sockets)]->device();
}

void Machine::expect_reroutes() {
  if (in_time_ == nullptr) return;
  in_time_->expect_rerouted([](const kernel::Envelope& later, const kernel::Envelope& earlier) {
    return protocol::may_pass(later.open<protocol::Message>(), earlier.open<protocol::Message>());
  });
}

/// Returns the routes of `left`, completed by the previous routes for in-flight messages. Immediate
/// delivery has no messages in flight; a request for a missing route is then an error.
std::vector<int> Machine::routes_left(const Wiring& left, int node, int first_link) const {
  std::vector<int> table = route_table(left, node, first_link);
  if (in_time_ == nullptr) return table;
  const std::vector<int> old = route_table(wiring_, node, first_link);
  for (std::size_t agent = 0; agent < table.size(); ++agent) {
    if (table[agent] == transport::Router::kNoRoute) table[agent] = old[agent];
  }
  return table;
}

void Machine::reroute(const Wiring& left) {
  if (in_time_ != nullptr) in_time_->begin_reroute();
  for (std::size_t node = 0; node < routers_.size(); ++node) {
    if (routers_[node] == nullptr) continue;
    int first_link = 0;
    const auto kind = left.topology.nodes()[node].kind;
    if (kind == Topology::NodeKind::kSocket) first_link = kFirstLinkPort;
    if (kind == Topology::NodeKind::kMemory) first_link = MemoryNodeBox::kFirstLinkPort;
    routers_[node]->reroute(routes_left(left, static_cast<int>(node), first_link));
  }
  for (const auto& socket : sockets_) {
    socket->caching_agent().to_fabric.forget_paths();
    socket->home().to_fabric.forget_paths();
  }
  for (const auto& memory : memory_nodes_) memory->home().to_fabric.forget_paths();
  for (std::size_t d = 0; d < pools_.size(); ++d) {
    std::vector<int> heads;
    const int node = left.devices[d];
    for (const int socket : left.sockets) {
      int edge = left.topology.routes_to(socket)[at(node)].edge;
      if (edge == -1) edge = wiring_.topology.routes_to(socket)[at(node)].edge;
      heads.push_back(edge == -1 ? 0 : router_port(left, node, edge, 0));
    }
    pools_[d]->device().reroute(std::move(heads));
  }
}

home_agent::HomeAgent::Settled Machine::settled() const {
  return [this](base::SocketId socket, base::LineAddress line) {
    return sockets_[at(base::index_of(socket))]->caching_agent().settled(line);
  };
}

bool Machine::cut(base::SocketId socket, base::NodeId home, int fault, base::Time time) {
  const bool given_up = abandon(socket, home, fault, time);
  const auto recall = [&](base::SocketId sharer, base::LineAddress line) {
    sockets_[at(base::index_of(sharer))]->caching_agent().recall(line, time);
  };
  const bool forgotten = wiring_.agents.is_pool(home)
                             ? device(home).forget(socket, fault, time, recall, settled())
                             : socket_home(home).forget(socket, fault, time, recall, settled());
  return forgotten && given_up;
}

void Machine::reset(base::NodeId node, int fault, base::Time time) {
  for (int s = 0; s < wiring_.agents.sockets; ++s) {
    abandon(static_cast<base::SocketId>(s), node, fault, time);
  }
  device(node).reset(settled());
}

void Machine::scrub(base::LineAddress line, base::Time time) {
  if (wiring_.agents.is_pool(line.node())) {
    device(line.node()).scrub(line, time);
  } else {
    socket_home(line.node()).scrub(line, time);
  }
}

}  // namespace starnuma::assembly
