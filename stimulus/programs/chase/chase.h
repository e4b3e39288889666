// SPDX-License-Identifier: Apache-2.0
// Pricing of arcs and traversals of spanning trees, as in the network simplex of mcf.
//
// Contract:
// - Every thread has its own network, as the copies of a rate run do.
// - The measurement window executes `rounds` rounds. Arcs are priced group by group by the
//   potentials of their two ends. The best arc of a group enters, which increases the cost of all
//   arcs of its cycle in the tree by one. All potentials are then updated along the tree.
// - After the run, untimed, costs and potentials are compared with the same rounds on plain arrays,
//   which update potentials in the order of the tree's construction.
//
// Access pattern of mcf: a line per node and arc, chains of dependent loads from node to node,
// gathers of potentials, few stores, and far more data than caches hold.
// Assumed: eight arcs per node, a tree of random parents, uniformly distributed ends of arcs.
// Not modelled: changes of the shape of the tree, and the selection of the best arc from a sorted
// basket.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "stimulus/costs.h"
#include "stimulus/kernel_state.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kChaseGroup{"ChaseThread", "group", 21};
inline constexpr LoopCost kChasePrice{"chase_price", "arc", 7};
inline constexpr LoopCost kChaseClimb{"chase_cycle", "node", 10};
inline constexpr LoopCost kChaseVisit{"chase_refresh", "node", 8};
inline constexpr LoopCost kChaseBack{"chase_refresh", "way back", 4};

enum ChaseBranch : std::uint32_t {
  kBranchChaseBetter,
  kBranchChaseMeet,
  kBranchChaseDeeper,
  kBranchChaseChild,
  kBranchChaseSibling,
  kBranchChaseRoot
};

using ChaseWords = base::SimArray<std::int64_t>;

struct ChaseData {
  static constexpr std::int64_t kNone = -1;
  static constexpr std::uint64_t kArcsPerNode = 8;
  /// Number of arcs that mcf prices at a time: K in pbeampp.c of 429.mcf.
  static constexpr std::uint64_t kGroup = 300;
  enum NodeWord : std::uint8_t { kPotential, kParent, kChild, kSibling, kBasicArc, kDepth };
  enum ArcWord : std::uint8_t { kCost, kTail, kHead };

  /// Nodes of a thread's network; its root is the first one in `roots`.
  std::uint64_t nodes_each = 0;
  ChaseWords nodes;
  ChaseWords arcs;
  std::vector<std::int64_t> roots;  ///< Roots by thread.

  std::uint64_t arcs_each() const { return nodes_each * kArcsPerNode; }
  std::uint64_t groups() const { return (arcs_each() + kGroup - 1) / kGroup; }
  /// Returns the index of word `word` of node or arc `number`; each has its own line.
  static std::uint64_t at(std::int64_t number, std::uint64_t word) {
    return static_cast<std::uint64_t>(number) * (base::kLineBytes / sizeof(std::int64_t)) + word;
  }
};

/// Arc with the lowest negative reduced cost among every `groups`-th arc from `first`; kNone if
/// there is none.
struct ChaseEntering {
  std::int64_t arc = ChaseData::kNone;
  std::int64_t reduced = 0;
};

template <class Thread>
[[gnu::noinline, gnu::flatten]] ChaseEntering chase_price(Thread& thread, const ChaseData& data,
                                                          std::uint64_t first, std::uint64_t end) {
  const auto nodes = data.nodes;
  const auto arcs = data.arcs;
  const std::uint64_t stride = data.groups();
  ChaseEntering best;
  for (std::uint64_t a = first; a < end; a += stride) {
    spend(thread, kChasePrice);
    const auto arc = static_cast<std::int64_t>(a);
    const auto tail = thread.load(arcs, ChaseData::at(arc, ChaseData::kTail));
    const auto head = thread.load(arcs, ChaseData::at(arc, ChaseData::kHead));
    const auto cost = thread.load(arcs, ChaseData::at(arc, ChaseData::kCost));
    const auto from =
        thread.load(nodes, ChaseData::at(tail.value, ChaseData::kPotential), tail.ready);
    const auto to =
        thread.load(nodes, ChaseData::at(head.value, ChaseData::kPotential), head.ready);
    const std::int64_t reduced = cost.value - from.value + to.value;
    const bool better = reduced < best.reduced;
    thread.branch(kBranchChaseBetter, better, latest(cost.ready, latest(from.ready, to.ready)));
    if (better) best = {arc, reduced};
  }
  return best;
}

/// Sets the cost of the arc to the difference of the potentials at its ends, and increases the cost
/// of each arc between them in the tree by one.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void chase_cycle(Thread& thread, const ChaseData& data,
                                                 ChaseEntering entering) {
  const auto nodes = data.nodes;
  const auto arcs = data.arcs;
  const auto own = thread.load(arcs, ChaseData::at(entering.arc, ChaseData::kCost));
  thread.store(arcs, ChaseData::at(entering.arc, ChaseData::kCost), own.value - entering.reduced,
               own.ready);
  auto low = thread.load(arcs, ChaseData::at(entering.arc, ChaseData::kTail));
  auto high = thread.load(arcs, ChaseData::at(entering.arc, ChaseData::kHead));
  for (;;) {
    const bool met = low.value == high.value;
    thread.branch(kBranchChaseMeet, met, latest(low.ready, high.ready));
    if (met) break;
    spend(thread, kChaseClimb);
    const auto low_depth =
        thread.load(nodes, ChaseData::at(low.value, ChaseData::kDepth), low.ready);
    const auto high_depth =
        thread.load(nodes, ChaseData::at(high.value, ChaseData::kDepth), high.ready);
    const bool higher = low_depth.value < high_depth.value;
    thread.branch(kBranchChaseDeeper, higher, latest(low_depth.ready, high_depth.ready));
    auto& climber = higher ? high : low;
    const auto arc =
        thread.load(nodes, ChaseData::at(climber.value, ChaseData::kBasicArc), climber.ready);
    const auto cost = thread.load(arcs, ChaseData::at(arc.value, ChaseData::kCost), arc.ready);
    thread.store(arcs, ChaseData::at(arc.value, ChaseData::kCost), cost.value + 1, cost.ready);
    climber = thread.load(nodes, ChaseData::at(climber.value, ChaseData::kParent), climber.ready);
  }
}

/// Sets the potential of each node to that of its parent plus the cost of the arc between them,
/// depth first.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void chase_refresh(Thread& thread, const ChaseData& data,
                                                   std::int64_t root) {
  const auto nodes = data.nodes;
  const auto arcs = data.arcs;
  auto node = thread.load(nodes, ChaseData::at(root, ChaseData::kChild));
  for (;;) {
    for (;;) {
      spend(thread, kChaseVisit);
      const auto parent =
          thread.load(nodes, ChaseData::at(node.value, ChaseData::kParent), node.ready);
      const auto arc =
          thread.load(nodes, ChaseData::at(node.value, ChaseData::kBasicArc), node.ready);
      const auto above =
          thread.load(nodes, ChaseData::at(parent.value, ChaseData::kPotential), parent.ready);
      const auto cost = thread.load(arcs, ChaseData::at(arc.value, ChaseData::kCost), arc.ready);
      thread.store(nodes, ChaseData::at(node.value, ChaseData::kPotential),
                   above.value + cost.value, latest(above.ready, cost.ready));
      const auto child =
          thread.load(nodes, ChaseData::at(node.value, ChaseData::kChild), node.ready);
      const bool down = child.value != ChaseData::kNone;
      thread.branch(kBranchChaseChild, down, child.ready);
      if (!down) break;
      node = child;
    }
    for (;;) {
      spend(thread, kChaseBack);
      const auto next =
          thread.load(nodes, ChaseData::at(node.value, ChaseData::kSibling), node.ready);
      const bool aside = next.value != ChaseData::kNone;
      thread.branch(kBranchChaseSibling, aside, next.ready);
      if (aside) {
        node = next;
        break;
      }
      node = thread.load(nodes, ChaseData::at(node.value, ChaseData::kParent), node.ready);
      const bool done = node.value == root;
      thread.branch(kBranchChaseRoot, done, node.ready);
      if (done) return;
    }
  }
}

template <class Thread>
class ChaseThread {
 public:
  ChaseThread(Thread& thread, const ChaseData& data) : thread_(thread), data_(data) {}

  /// Returns the number of arcs that entered.
  [[gnu::noinline]] std::uint64_t trial(int rounds) {
    const auto self = static_cast<std::uint64_t>(thread_.index());
    const std::uint64_t first = self * data_.arcs_each();
    std::uint64_t entered = 0;
    for (int round = 0; round < rounds; ++round) {
      for (std::uint64_t group = 0; group < data_.groups(); ++group) {
        spend(thread_, kChaseGroup);
        const ChaseEntering entering =
            chase_price(thread_, data_, first + group, first + data_.arcs_each());
        if (entering.arc == ChaseData::kNone) continue;
        ++entered;
        chase_cycle(thread_, data_, entering);
      }
      chase_refresh(thread_, data_, data_.roots[self]);
    }
    thread_.barrier();
    return entered;
  }

 private:
  Thread& thread_;
  const ChaseData& data_;
};

struct ChaseParameters {
  int scale = 20;
  int rounds = 2;
};

class Chase : public KernelState<ChaseParameters, ChaseData> {
 public:
  static constexpr std::string_view kWorkUnit = "arc and round";
  static constexpr int kInstructionsPerUnit = 20;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    ChaseThread<Thread> mine(thread, data_);
    open_window(thread);
    entered_[static_cast<std::size_t>(thread.index())] = mine.trial(parameters_.rounds);
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return data_.arcs_each() * entered_.size() * static_cast<std::uint64_t>(parameters_.rounds);
  }
  std::string measured() const;

 private:
  std::vector<std::uint64_t> entered_;  ///< Number of entered arcs by thread.
};

}  // namespace starnuma::stimulus
