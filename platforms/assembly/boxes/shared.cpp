// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/boxes/shared.h"

#include <algorithm>
#include <functional>

#include "models/base/check.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/protocol/channel.h"
#include "platforms/assembly/boxes/plug.h"
#include "platforms/assembly/boxes/rtl_parts.h"
#include "platforms/assembly/config/index.h"

namespace starnuma::assembly {

std::unique_ptr<kernel::Dispatcher> make_dispatcher(Delivery delivery) {
  if (delivery == Delivery::kImmediate) return std::make_unique<kernel::Dispatcher>();
  return std::make_unique<kernel::QueuedDispatcher>("dispatcher");
}

namespace {

/// Returns the virtual network by source and destination agent; empty if there is one.
std::vector<std::uint8_t> network_table(const Wiring& wiring) {
  std::vector<std::uint8_t> table;
  if (wiring.networks.count() == 1) return table;
  for (int a = 0; a < wiring.agents.count(); ++a) {
    for (int b = 0; b < wiring.agents.count(); ++b) {
      table.push_back(static_cast<std::uint8_t>(
          wiring.networks.of(wiring.node_of_agent(a), wiring.node_of_agent(b))));
    }
  }
  return table;
}

}  // namespace

std::shared_ptr<const transport::QueuedLink::CreditClasses> credit_classes(const Shared& shared) {
  if (!shared.queued()) return nullptr;
  static_assert(transport::QueuedLink::kCreditClasses == protocol::kCreditClasses);
  const auto class_of = [](const kernel::Envelope& envelope) {
    return static_cast<int>(protocol::credit_class_of(envelope.open<protocol::Message>()));
  };
  return std::make_shared<const transport::QueuedLink::CreditClasses>(
      transport::QueuedLink::CreditClasses{
          class_of, protocol::kCreditClassNames, shared.wiring.networks.count(),
          network_table(shared.wiring), at(shared.wiring.agents.count())});
}

transport::Link& make_link(const Shared& shared, int edge, const std::string& name,
                           LinkGroups& groups) {
  const accounting::LinkKind kind = shared.wiring.kind_of_edge[at(edge)];
  const transport::LinkConfig& config = link_of(shared.config, shared.wiring, edge);
  LinkGroup& group = *groups[static_cast<std::size_t>(kind)];
  if (!shared.queued()) return group.make<transport::Link>(name, config, kind);
  return group.make<transport::QueuedLink>(
      name, config, kind, std::ref(*shared.dispatcher.queued()), shared.credit_classes);
}

const ComponentParts& Shared::rtl(bool compared, const char* key) const {
  if (rtl_parts == nullptr) {
    throw base::InputError("machine.", key, ": rtl is not part of this program");
  }
  return compared ? rtl_parts->compared : rtl_parts->alone;
}

std::vector<paging::PageMap*> Shared::moving_of(int host) const {
  std::vector<paging::PageMap*> maps;
  for (paging::PageMap* map : moving) {
    if (map->host() == host) maps.push_back(map);
  }
  return maps;
}

bool Shared::is_first_of_host(base::SocketId socket) const {
  const int host = config.host_of(base::index_of(socket));
  return config.sockets_of(host).front() == base::index_of(socket);
}

int Shared::os_ports(base::SocketId socket) const {
  const bool works = !moving_of(config.host_of(base::index_of(socket))).empty();
  const int ports = works && (os_everywhere || is_first_of_host(socket)) ? 1 : 0;
  return ports + (pooled != nullptr ? 1 : 0);
}

int router_port(const Wiring& wiring, int node, int edge, int first_link) {
  const std::vector<int> edges = wiring.topology.edges_at(node);
  return first_link + static_cast<int>(std::find(edges.begin(), edges.end(), edge) - edges.begin());
}

std::vector<int> route_table(const Wiring& wiring, int node, int first_link) {
  constexpr int kCachingAgentPort = 0;
  std::vector<int> table;
  for (int agent = 0; agent < wiring.agents.count(); ++agent) {
    const int destination = wiring.node_of_agent(agent);
    if (destination == node) {
      table.push_back(agent < wiring.agents.sockets ? kCachingAgentPort : first_link - 1);
      continue;
    }
    const int edge = wiring.topology.routes_to(destination)[static_cast<std::size_t>(node)].edge;
    table.push_back(edge == -1 ? transport::Router::kNoRoute
                               : router_port(wiring, node, edge, first_link));
  }
  return table;
}

HomeParts::HomeParts(const Shared& shared, base::NodeId node, const home::HomeConfig& config,
                     transport::Router& fabric, int port)
    : HomeParts(shared, node, config) {
  join({&home_->to_fabric, &home_->from_fabric}, assembly::port(fabric, port));
}

accounting::MemoryTraffic traffic_of(const DramChannels& channels) {
  accounting::MemoryTraffic sum;
  for (const auto& channel : channels) {
    const accounting::MemoryTraffic own = channel->traffic();
    sum.reads += own.reads;
    sum.writes += own.writes;
  }
  return sum;
}

HomeParts::HomeParts(const Shared& shared, base::NodeId node, const home::HomeConfig& config) {
  const MemoryConfig& memory = shared.config.memory_at(node);
  home::HomePlace place;
  place.node = node;
  place.agents = shared.wiring.agents;
  place.channels = memory.channels;
  place.interleave = memory.interleave;
  place.uncached = shared.uncached();
  place.add_lines = shared.config.tracking.home_lines;
  place.add_latency = shared.config.tracking.add_latency;
  place.queued = shared.queued();
  place.lines = shared.page_map.frame_limit(node) * base::kLinesPerPage;
  if (shared.config.in_regions(node) > base::Bytes(0)) {
    place.window = shared.page_map.memory().hosts()->window();
    place.lines = place.window * static_cast<std::uint64_t>(shared.config.ranges_of(node));
  }
  home_ = std::make_unique<home::SocketHome>("home", config, place, shared.dispatcher);
  for (int c = 0; c < memory.channels; ++c) {
    channels_.push_back(
        std::make_unique<memory::DramChannel>(numbered("memory", c).c_str(), memory.channel));
    home_->mem_side[static_cast<std::size_t>(c)].bind(channels_.back()->mem_side);
  }
}

}  // namespace starnuma::assembly
