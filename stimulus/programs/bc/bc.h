// SPDX-License-Identifier: Apache-2.0
// Betweenness centrality of the vertices of a Kronecker graph by Brandes' algorithm.
//
// Contract:
// - The measurement window processes `trials` sources, one after the other. Levels of a
//   breadth-first search count shortest paths. The levels are then processed in reverse order to
//   accumulate the share of paths through each vertex.
// - The scores of all sources are added up. After the run, untimed, they are compared with Brandes'
//   algorithm as published.
// - Every level pulls: a vertex reads its neighbours and writes only itself, so scores do not
//   depend on the order of threads.
//
// Not modelled: Ligra and the GAP benchmark suite push from small frontiers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/graph/dynamic_chunks.h"
#include "stimulus/graph/kronecker.h"
#include "stimulus/kernel_state.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kBcInitialise{"bc_initialise", "vertex", 7};
inline constexpr LoopCost kBcVertex{"bc_forward", "vertex", 4};
inline constexpr LoopCost kBcOpen{"bc_forward", "vertex not yet reached", 5};
inline constexpr LoopCost kBcArc{"bc_forward", "arc", 2};
inline constexpr LoopCost kBcParent{"bc_forward", "arc to a parent", 0};
inline constexpr LoopCost kBcReached{"bc_forward", "vertex reached", 1};
inline constexpr LoopCost kBcBackVertex{"bc_backward", "vertex", 4};
inline constexpr LoopCost kBcBackActive{"bc_backward", "vertex of the level", 8};
inline constexpr LoopCost kBcBackArc{"bc_backward", "arc", 2};
inline constexpr LoopCost kBcChild{"bc_backward", "arc to a child", 3};
inline constexpr LoopCost kBcChunk{"BcThread", "chunk", 17};

struct BcData {
  static constexpr std::int32_t kNone = -1;  ///< Depth of an unreachable vertex.
  CsrGraph graph;
  base::SimArray<std::int32_t> depths;
  base::SimArray<double> paths;    ///< Number of shortest paths from the source.
  base::SimArray<double> through;  ///< Share of the paths to other vertices through a vertex.
  base::SimArray<double> scores;   ///< Sum of `through` over all sources.
  base::SimArray<std::uint64_t> counters;
  std::uint64_t chunk = 256;  ///< vertices
};

enum BcBranch : std::uint32_t {
  kBranchBcOpen,
  kBranchBcMore,
  kBranchBcParent,
  kBranchBcReached,
  kBranchBcLevel,
  kBranchBcBackMore,
  kBranchBcChild
};

template <class Thread>
[[gnu::noinline, gnu::flatten]] void bc_initialise(Thread& thread, const BcData& data,
                                                   std::uint32_t source, Range own) {
  const auto depths = data.depths;
  const auto paths = data.paths;
  const auto through = data.through;
  for (std::uint64_t v = own.begin; v < own.end; ++v) {
    spend(thread, kBcInitialise);
    thread.store(depths, v, v == source ? 0 : BcData::kNone);
    thread.store(paths, v, v == source ? 1.0 : 0.0);
    thread.store(through, v, 0.0);
  }
}

/// Reaches the neighbours of vertices of depth - 1; returns their number.
template <class Thread>
[[gnu::noinline, gnu::flatten]] std::uint64_t bc_forward(Thread& thread, const BcData& data,
                                                         std::int32_t depth, Range vertices) {
  const auto offsets = data.graph.offsets;
  const auto neighbours = data.graph.neighbours;
  const auto depths = data.depths;
  const auto paths = data.paths;
  std::uint64_t reached = 0;
  for (std::uint64_t v = vertices.begin; v < vertices.end; ++v) {
    spend(thread, kBcVertex);
    const auto known = thread.load(depths, v);
    const bool open = known.value == BcData::kNone;
    thread.branch(kBranchBcOpen, open, known.ready);
    if (!open) continue;
    spend(thread, kBcOpen);
    const auto first = thread.load(offsets, v);
    const auto last = thread.load(offsets, v + 1);
    double sum = 0;
    auto arrived = known.ready;
    for (std::uint64_t e = first.value;; ++e) {
      const bool more = e < last.value;
      thread.branch(kBranchBcMore, more, latest(first.ready, last.ready));
      if (!more) break;
      spend(thread, kBcArc);
      const auto u = thread.load(neighbours, e, first.ready);
      const auto of_u = thread.load(depths, u.value, u.ready);
      const bool parent = of_u.value == depth - 1;
      thread.branch(kBranchBcParent, parent, of_u.ready);
      if (!parent) continue;
      spend(thread, kBcParent);
      const auto count = thread.load(paths, u.value, u.ready);
      sum += count.value;
      arrived = latest(arrived, count.ready);
    }
    const bool found = sum > 0;
    thread.branch(kBranchBcReached, found, arrived);
    if (!found) continue;
    spend(thread, kBcReached);
    thread.store(paths, v, sum, arrived);
    thread.store(depths, v, depth);
    ++reached;
  }
  return reached;
}

/// Computes the share of paths through the vertices of this depth.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void bc_backward(Thread& thread, const BcData& data,
                                                 std::int32_t depth, Range vertices) {
  const auto offsets = data.graph.offsets;
  const auto neighbours = data.graph.neighbours;
  const auto depths = data.depths;
  const auto paths = data.paths;
  const auto through = data.through;
  const auto scores = data.scores;
  for (std::uint64_t v = vertices.begin; v < vertices.end; ++v) {
    spend(thread, kBcBackVertex);
    const auto known = thread.load(depths, v);
    const bool of_level = known.value == depth;
    thread.branch(kBranchBcLevel, of_level, known.ready);
    if (!of_level) continue;
    spend(thread, kBcBackActive);
    const auto first = thread.load(offsets, v);
    const auto last = thread.load(offsets, v + 1);
    const auto mine = thread.load(paths, v);
    double sum = 0;
    auto arrived = mine.ready;
    for (std::uint64_t e = first.value;; ++e) {
      const bool more = e < last.value;
      thread.branch(kBranchBcBackMore, more, latest(first.ready, last.ready));
      if (!more) break;
      spend(thread, kBcBackArc);
      const auto u = thread.load(neighbours, e, first.ready);
      const auto of_u = thread.load(depths, u.value, u.ready);
      const bool child = of_u.value == depth + 1;
      thread.branch(kBranchBcChild, child, of_u.ready);
      if (!child) continue;
      spend(thread, kBcChild);
      const auto count = thread.load(paths, u.value, u.ready);
      const auto part = thread.load(through, u.value, u.ready);
      sum += mine.value / count.value * (1 + part.value);
      arrived = latest(arrived, latest(count.ready, part.ready));
    }
    thread.store(through, v, sum, arrived);
    const auto score = thread.load(scores, v);
    thread.store(scores, v, score.value + sum, latest(score.ready, arrived));
  }
}

template <class Thread>
class BcThread {
 public:
  BcThread(Thread& thread, const BcData& data)
      : thread_(thread), data_(data), chunks_(data.counters, 0), reached_(data.counters, 1) {}

  /// Returns the number of levels.
  [[gnu::noinline]] std::int32_t trial(std::uint32_t source) {
    const std::uint64_t vertices = data_.graph.vertices();
    bc_initialise(thread_, data_, source,
                  Range{0, vertices}.share(thread_.index(), thread_.threads(), kLine));
    thread_.barrier();
    std::int32_t depth = 0;
    std::uint64_t found = 1;
    while (found > 0) {
      ++depth;
      std::uint64_t mine = 0;
      for_each_chunk([&](Range part) { mine += bc_forward(thread_, data_, depth, part); },
                     [&] { reached_.add(thread_, mine); });
      found = reached_.total(thread_);
    }
    for (std::int32_t level = depth - 2; level > 0; --level) {
      for_each_chunk([&](Range part) { bc_backward(thread_, data_, level, part); }, [] {});
    }
    thread_.barrier();
    return depth;
  }

 private:
  static constexpr std::uint64_t kLine = base::kLineBytes / sizeof(std::int32_t);

  /// Calls `end` in every thread after its last chunk.
  template <class Body, class End>
  void for_each_chunk(Body body, End end) {
    chunks_.for_each(thread_, data_.graph.vertices(), data_.chunk, kBcChunk, body);
    end();
    thread_.barrier();
    chunks_.close(thread_);
  }

  Thread& thread_;
  const BcData& data_;
  DynamicChunks chunks_;
  StepCounter reached_;
};

struct BcParameters : KroneckerParameters {
  int trials = 1;
  std::uint64_t chunk = 256;  ///< Number of vertices in a chunk.
};

class Bc : public KernelState<BcParameters, BcData> {
 public:
  static constexpr std::string_view kWorkUnit = "vertex and source";
  static constexpr int kInstructionsPerUnit = 800;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    BcThread<Thread> mine(thread, data_);
    open_window(thread);
    for (const std::uint32_t source : sources_) {
      const std::int32_t levels = mine.trial(source);
      if (thread.index() == 0) levels_ += levels;
    }
    thread.barrier();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  base::Bytes host_bytes() const { return kronecker_host_bytes(parameters_); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return parameters_.vertices() * static_cast<std::uint64_t>(parameters_.trials);
  }
  std::string measured() const;

 private:
  std::vector<std::uint32_t> sources_;
  std::int32_t levels_ = 0;  ///< 0 before the run.
};

}  // namespace starnuma::stimulus
