// SPDX-License-Identifier: Apache-2.0
// Shortest paths from random sources on a weighted Kronecker graph by Bellman-Ford rounds, as in
// the Ligra framework (dense frontiers, which push).
//
// Contract: the measurement window is `trials` searches, each with its own initialization. A round
// relaxes the arcs of every vertex whose distance decreased in the previous round. The search ends
// when no distance decreases. After the run, untimed, the distances of every search are compared
// with Dijkstra's algorithm.
// Not modelled: Ligra's sparse frontiers of the first and last rounds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/graph/distances.h"
#include "stimulus/graph/dynamic_chunks.h"
#include "stimulus/graph/kronecker.h"
#include "stimulus/kernel_state.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kBellmanInitialise{"bellman_initialise", "vertex", 3};
inline constexpr LoopCost kBellmanVertex{"bellman_round", "vertex", 4};
inline constexpr LoopCost kBellmanActive{"bellman_round", "active vertex", 1};
inline constexpr LoopCost kBellmanArc{"bellman_round", "arc", 6};
inline constexpr LoopCost kBellmanLower{"bellman_round", "attempt to lower", 1};
inline constexpr LoopCost kBellmanChunk{"BellmanThread", "chunk", 19};

struct BellmanData {
  WeightedGraph graph;
  base::SimArray<std::int32_t> distances;
  base::SimArray<std::uint8_t> fell;  ///< Vertices whose distance decreased in the previous round.
  base::SimArray<std::uint8_t> fell_next;  ///< Vertices whose distance decreased in this round.
  base::SimArray<std::uint64_t> counters;
  std::uint64_t chunk = 256;  ///< vertices
};

enum BellmanBranch : std::uint32_t {
  kBranchBellmanActive,
  kBranchBellmanMore,
  kBranchBellmanLower,
  kBranchBellmanStored
};

template <class Thread>
[[gnu::noinline, gnu::flatten]] void bellman_initialise(Thread& thread, const BellmanData& data,
                                                        Range own) {
  const auto distances = data.distances;
  const auto fell = data.fell;
  const auto next = data.fell_next;
  for (std::uint64_t v = own.begin; v < own.end; ++v) {
    spend(thread, kBellmanInitialise);
    thread.store(distances, v, kUnreached);
    thread.store(fell, v, std::uint8_t{0});
    thread.store(next, v, std::uint8_t{0});
  }
}

/// Relaxes the arcs of the vertices whose `fell` is set, and clears it; returns the number of
/// decreased distances.
template <class Thread>
[[gnu::noinline, gnu::flatten]] std::uint64_t bellman_round(
    Thread& thread, const BellmanData& data, const base::SimArray<std::uint8_t>& fell_array,
    const base::SimArray<std::uint8_t>& next_array, Range vertices) {
  const auto offsets = data.graph.offsets;
  const auto arcs = data.graph.arcs;
  const auto distances = data.distances;
  const auto fell = fell_array;
  const auto next = next_array;
  std::uint64_t lowered = 0;
  for (std::uint64_t u = vertices.begin; u < vertices.end; ++u) {
    spend(thread, kBellmanVertex);
    const auto flag = thread.load(fell, u);
    const bool active = flag.value != 0;
    thread.branch(kBranchBellmanActive, active, flag.ready);
    if (!active) continue;
    spend(thread, kBellmanActive);
    thread.store(fell, u, std::uint8_t{0});
    const auto distance = thread.load(distances, u);
    const auto first = thread.load(offsets, u);
    const auto last = thread.load(offsets, u + 1);
    for (std::uint64_t e = first.value;; ++e) {
      const bool more = e < last.value;
      thread.branch(kBranchBellmanMore, more, latest(first.ready, last.ready));
      if (!more) break;
      spend(thread, kBellmanArc);
      const auto arc = thread.load(arcs, e, first.ready);
      const std::int32_t through = distance.value + arc.value.weight;
      for (;;) {
        const auto known = thread.load(distances, arc.value.to, arc.ready);
        const bool lower = through < known.value;
        thread.branch(kBranchBellmanLower, lower, latest(known.ready, distance.ready));
        if (!lower) break;
        spend(thread, kBellmanLower);
        const bool stored = thread.compare_exchange(distances, arc.value.to, known.value, through);
        thread.branch(kBranchBellmanStored, stored);
        if (!stored) continue;
        thread.store(next, arc.value.to, std::uint8_t{1});
        ++lowered;
        break;
      }
    }
  }
  return lowered;
}

template <class Thread>
class BellmanThread {
 public:
  BellmanThread(Thread& thread, const BellmanData& data)
      : thread_(thread), data_(data), chunks_(data.counters, 0), lowered_(data.counters, 1) {}

  /// Returns the number of rounds.
  [[gnu::noinline]] std::uint64_t trial(std::uint32_t source) {
    const std::uint64_t vertices = data_.graph.vertices();
    const Range own =
        Range{0, vertices}.share(thread_.index(), thread_.threads(), base::kLineBytes);
    bellman_initialise(thread_, data_, own);
    if (own.begin <= source && source < own.end) {
      thread_.store(data_.distances, source, 0);
      thread_.store(data_.fell, source, std::uint8_t{1});
    }
    thread_.barrier();
    for (std::uint64_t round = 0;; ++round) {
      const auto& fell = round % 2 == 0 ? data_.fell : data_.fell_next;
      const auto& next = round % 2 == 0 ? data_.fell_next : data_.fell;
      std::uint64_t lowered = 0;
      chunks_.for_each(thread_, vertices, data_.chunk, kBellmanChunk, [&](Range part) {
        lowered += bellman_round(thread_, data_, fell, next, part);
      });
      lowered_.add(thread_, lowered);
      thread_.barrier();
      chunks_.close(thread_);
      if (lowered_.total(thread_) == 0) return round + 1;
      thread_.barrier();
    }
  }

 private:
  Thread& thread_;
  const BellmanData& data_;
  DynamicChunks chunks_;
  StepCounter lowered_;
};

struct BellmanParameters : KroneckerParameters {
  int trials = 1;
  std::uint64_t chunk = 256;  ///< Number of vertices in a chunk.
};

class Bellman : public KernelState<BellmanParameters, BellmanData> {
 public:
  static constexpr std::string_view kWorkUnit = "vertex and trial";
  /// Approximate; for the progress display only.
  static constexpr int kInstructionsPerUnit = 1000;

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    BellmanThread<Thread> mine(thread, data_);
    open_window(thread);
    for (const std::uint32_t source : sources_) {
      const std::uint64_t rounds = mine.trial(source);
      thread.barrier();
      if (thread.index() == 0) {
        rounds_ += rounds;
        results_.emplace_back(data_.distances.begin(), data_.distances.end());
      }
      thread.barrier();
    }
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  base::Bytes host_bytes() const { return kronecker_host_bytes(parameters_) * 2; }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return parameters_.vertices() * static_cast<std::uint64_t>(parameters_.trials);
  }
  std::string measured() const;

 private:
  std::vector<std::uint32_t> sources_;
  std::uint64_t rounds_ = 0;
  std::vector<std::vector<std::int32_t>> results_;  ///< Distances by trial.
};

}  // namespace starnuma::stimulus
