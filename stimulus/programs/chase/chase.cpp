// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/chase/chase.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "models/base/random.h"
#include "stimulus/counted.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"

namespace starnuma::stimulus {
namespace {

/// Assumed: 12 GiB over all copies, which fit into a socket's DIMM of 16 GiB, as in the
/// publication.
constexpr base::Bytes kChaseFullSize(std::int64_t{12} << 30);
constexpr std::uint64_t kFewestNodes = 4;
constexpr std::uint64_t kCosts = 1000;

struct ChaseArc {
  std::int64_t cost, tail, head;
};

/// Network of one thread, numbered from 0.
struct ChaseNetwork {
  std::vector<std::int64_t> order;  ///< Nodes, each after its parent; the first is the root.
  std::vector<std::int64_t> parent, basic_arc, potential;
  std::vector<ChaseArc> arcs;
};

std::size_t chase_slot(std::int64_t number) { return static_cast<std::size_t>(number); }

void renew_potentials(ChaseNetwork& network) {
  for (std::size_t p = 1; p < network.order.size(); ++p) {
    const std::size_t node = chase_slot(network.order[p]);
    network.potential[node] = network.potential[chase_slot(network.parent[node])] +
                              network.arcs[chase_slot(network.basic_arc[node])].cost;
  }
}

ChaseNetwork network_of(std::uint64_t nodes, std::uint64_t seed, std::uint64_t thread) {
  base::Random random(base::Random(seed + thread).next());
  const auto drawn = [&](std::uint64_t below) {
    return static_cast<std::int64_t>(random.below(below));
  };
  ChaseNetwork network;
  network.order.resize(nodes);
  network.parent.assign(nodes, ChaseData::kNone);
  network.basic_arc.assign(nodes, ChaseData::kNone);
  network.potential.assign(nodes, 0);
  std::iota(network.order.begin(), network.order.end(), std::int64_t{0});
  for (std::uint64_t p = nodes; p > 1; --p) {
    std::swap(network.order[p - 1], network.order[random.below(p)]);
  }
  for (std::uint64_t a = 0; a < nodes * ChaseData::kArcsPerNode; ++a) {
    network.arcs.push_back({drawn(kCosts), drawn(nodes), drawn(nodes)});
  }
  for (std::uint64_t p = 1; p < nodes; ++p) {
    const std::int64_t node = network.order[p];
    const std::int64_t parent = network.order[random.below(p)];
    const auto arc = static_cast<std::int64_t>(chase_slot(node) * ChaseData::kArcsPerNode);
    network.parent[chase_slot(node)] = parent;
    network.basic_arc[chase_slot(node)] = arc;
    network.arcs[chase_slot(arc)].tail = node;
    network.arcs[chase_slot(arc)].head = parent;
  }
  renew_potentials(network);
  return network;
}

/// Places a thread's network in the arena; numbers of nodes and arcs are global.
void place_network(const ChaseNetwork& network, std::uint64_t thread, ChaseData& data) {
  const auto first_node = static_cast<std::int64_t>(thread * data.nodes_each);
  const auto first_arc = static_cast<std::int64_t>(thread * data.arcs_each());
  const auto word = [&](std::int64_t node, ChaseData::NodeWord which) -> std::int64_t& {
    return data.nodes.data[ChaseData::at(first_node + node, which)];
  };
  for (const std::int64_t node : network.order) {
    word(node, ChaseData::kChild) = ChaseData::kNone;
    word(node, ChaseData::kSibling) = ChaseData::kNone;
    word(node, ChaseData::kParent) = ChaseData::kNone;
    word(node, ChaseData::kPotential) = network.potential[chase_slot(node)];
    const std::int64_t parent = network.parent[chase_slot(node)];
    if (parent == ChaseData::kNone) continue;
    word(node, ChaseData::kParent) = first_node + parent;
    word(node, ChaseData::kBasicArc) = first_arc + network.basic_arc[chase_slot(node)];
    word(node, ChaseData::kDepth) = word(parent, ChaseData::kDepth) + 1;
    word(node, ChaseData::kSibling) = word(parent, ChaseData::kChild);
    word(parent, ChaseData::kChild) = first_node + node;
  }
  for (std::size_t a = 0; a < network.arcs.size(); ++a) {
    const std::int64_t arc = first_arc + static_cast<std::int64_t>(a);
    data.arcs.data[ChaseData::at(arc, ChaseData::kCost)] = network.arcs[a].cost;
    data.arcs.data[ChaseData::at(arc, ChaseData::kTail)] = first_node + network.arcs[a].tail;
    data.arcs.data[ChaseData::at(arc, ChaseData::kHead)] = first_node + network.arcs[a].head;
  }
}

/// Increases the cost of each arc between a node and one of its ancestors.
void raise_costs(ChaseNetwork& network, std::int64_t node, std::int64_t above) {
  for (; node != above; node = network.parent[chase_slot(node)]) {
    ++network.arcs[chase_slot(network.basic_arc[chase_slot(node)])].cost;
  }
}

std::int64_t meeting_of(const ChaseNetwork& network, const ChaseArc& arc) {
  std::unordered_set<std::int64_t> above_tail;
  for (std::int64_t n = arc.tail; n != ChaseData::kNone; n = network.parent[chase_slot(n)]) {
    above_tail.insert(n);
  }
  std::int64_t meeting = arc.head;
  while (above_tail.count(meeting) == 0) meeting = network.parent[chase_slot(meeting)];
  return meeting;
}

/// Executes a round; returns the number of arcs that entered.
std::uint64_t round_plainly(ChaseNetwork& network, std::uint64_t groups) {
  std::uint64_t entered = 0;
  for (std::uint64_t group = 0; group < groups; ++group) {
    std::size_t best = network.arcs.size();
    std::int64_t lowest = 0;
    for (std::size_t a = group; a < network.arcs.size(); a += groups) {
      const ChaseArc& arc = network.arcs[a];
      const std::int64_t reduced = arc.cost - network.potential[chase_slot(arc.tail)] +
                                   network.potential[chase_slot(arc.head)];
      if (reduced >= lowest) continue;
      lowest = reduced;
      best = a;
    }
    if (best == network.arcs.size()) continue;
    ++entered;
    network.arcs[best].cost -= lowest;
    const ChaseArc arc = network.arcs[best];
    const std::int64_t meeting = meeting_of(network, arc);
    raise_costs(network, arc.tail, meeting);
    raise_costs(network, arc.head, meeting);
  }
  renew_potentials(network);
  return entered;
}

}  // namespace

base::Footprint Chase::footprint() const { return footprint_at(parameters_.scale, kChaseFullSize); }

void Chase::build(base::Arena& arena) {
  const auto threads = static_cast<std::uint64_t>(arena.threads());
  const auto bytes = static_cast<std::uint64_t>(footprint().size.value);
  constexpr std::uint64_t kNodeBytes = base::kLineBytes * (1 + ChaseData::kArcsPerNode);
  data_.nodes_each = std::max(kFewestNodes, bytes / kNodeBytes / threads);
  const auto words_of = [&](std::string_view name, std::uint64_t each) {
    return arena.allocate<std::int64_t>(
        name, ChaseData::at(static_cast<std::int64_t>(each * threads), 0), base::Touch::blocked());
  };
  data_.nodes = words_of("chase.nodes", data_.nodes_each);
  data_.arcs = words_of("chase.arcs", data_.arcs_each());
  entered_.assign(threads, 0);
  for (std::uint64_t t = 0; t < threads; ++t) {
    const ChaseNetwork network = network_of(data_.nodes_each, seed_, t);
    place_network(network, t, data_);
    data_.roots.push_back(static_cast<std::int64_t>(t * data_.nodes_each) + network.order[0]);
  }
}

std::vector<std::string> Chase::check() const {
  Mismatches mismatches("wrong nodes and arcs");
  const auto compare = [&](const std::string& what, std::uint64_t number, std::int64_t found,
                           std::int64_t expected) {
    if (found == expected) return;
    mismatches.add(what, number, " is ", found, ", expected ", expected);
  };
  const auto at = [](std::uint64_t number, std::uint64_t word) {
    return ChaseData::at(static_cast<std::int64_t>(number), word);
  };
  for (std::uint64_t t = 0; t < entered_.size(); ++t) {
    ChaseNetwork network = network_of(data_.nodes_each, seed_, t);
    std::uint64_t entered = 0;
    for (int r = 0; r < parameters_.rounds; ++r) entered += round_plainly(network, data_.groups());
    compare("the number of arcs that entered in thread ", t, static_cast<std::int64_t>(entered_[t]),
            static_cast<std::int64_t>(entered));
    for (std::uint64_t n = 0; n < data_.nodes_each; ++n) {
      const std::uint64_t node = t * data_.nodes_each + n;
      compare("the potential of node ", node, data_.nodes.data[at(node, ChaseData::kPotential)],
              network.potential[n]);
    }
    for (std::uint64_t a = 0; a < data_.arcs_each(); ++a) {
      const std::uint64_t arc = t * data_.arcs_each() + a;
      compare("the cost of arc ", arc, data_.arcs.data[at(arc, ChaseData::kCost)],
              network.arcs[a].cost);
    }
  }
  return mismatches.lines();
}

void Chase::report(accounting::StatWriter& out) const {
  accounting::StatWriter chase = out.under("chase");
  const auto threads = static_cast<std::uint64_t>(entered_.size());
  chase.write("nodes", data_.nodes_each * threads, "1", "nodes of all networks");
  chase.write("arcs", data_.arcs_each() * threads, "1", "arcs of all networks");
  chase.write("rounds", parameters_.rounds, "1", "rounds of pricing");
  chase.write("entered", std::accumulate(entered_.begin(), entered_.end(), std::uint64_t{0}), "1",
              "arcs that entered the basis");
}

std::string Chase::measured() const { return counted(parameters_.rounds, "round", "rounds"); }

Definition define_chase() {
  return KernelDefinition<Chase>(
             "chase",
             "pricing of arcs and walks over trees, a network a thread: chains of dependent loads")
      .scale()
      .number("rounds", &ChaseParameters::rounds, 1, 1000);
}

}  // namespace starnuma::stimulus
