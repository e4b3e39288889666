// SPDX-License-Identifier: Apache-2.0
#include "models/transport/virtual_networks.h"

#include <algorithm>
#include <set>

namespace starnuma::transport {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool is_end(const Topology::Node& node) {
  return node.kind == Topology::NodeKind::kSocket || node.kind == Topology::NodeKind::kDevice ||
         node.kind == Topology::NodeKind::kMemory;
}

/// Links that messages of one network wait for, by the link whose credit they hold.
class Waits {
 public:
  explicit Waits(std::size_t links) : waits_(links) {}

  /// Adds a route unless it closes a cycle; returns true if it was added. The first waits of a
  /// route that closes a cycle may remain, so later routes are judged on the safe side.
  bool add(const std::vector<Topology::Step>& route) {
    for (std::size_t i = 1; i < route.size(); ++i) {
      const int held = route[i - 1].number();
      const int next = route[i].number();
      if (leads(next, held)) return false;
      waits_[at(held)].insert(next);
    }
    return true;
  }

 private:
  /// Returns true if a chain of waits leads from one link to another.
  bool leads(int from, int to) const {
    std::vector<char> seen(waits_.size(), 0);
    std::vector<int> open{from};
    while (!open.empty()) {
      const int link = open.back();
      open.pop_back();
      if (link == to) return true;
      if (seen[at(link)] != 0) continue;
      seen[at(link)] = 1;
      open.insert(open.end(), waits_[at(link)].begin(), waits_[at(link)].end());
    }
    return false;
  }

  std::vector<std::set<int>> waits_;
};

}  // namespace

VirtualNetworks::VirtualNetworks(const Topology& topology, int most)
    : count_(most), nodes_(topology.nodes().size()), network_(nodes_ * nodes_, 0) {
  const auto& nodes = topology.nodes();
  std::vector<Waits> networks(at(most), Waits(2 * topology.edges().size()));
  for (int a = 0; a < static_cast<int>(nodes_); ++a) {
    for (int b = 0; b < static_cast<int>(nodes_); ++b) {
      const bool used = nodes[at(a)].kind == Topology::NodeKind::kSocket ||
                        nodes[at(b)].kind == Topology::NodeKind::kSocket;
      if (a == b || !used || !is_end(nodes[at(a)]) || !is_end(nodes[at(b)])) continue;
      if (!topology.joined(a, b)) continue;
      const std::vector<Topology::Step> route = topology.steps(a, b);
      const auto free = std::find_if(networks.begin(), networks.end(),
                                     [&](Waits& waits) { return waits.add(route); });
      const auto network = std::min<std::ptrdiff_t>(free - networks.begin(), most - 1);
      network_[at(a) * nodes_ + at(b)] = static_cast<std::uint8_t>(network);
    }
  }
}

}  // namespace starnuma::transport
