// SPDX-License-Identifier: Apache-2.0
// PageRank of a Kronecker graph by pulling contributions.
//
// Contract: the measurement window is `iterations` passes from equal scores. A pass first divides
// every score by its vertex's degree, then adds up the contributions of the neighbours. After the
// run, untimed, scores are compared with a sequential computation. A pass only reads data of the
// previous pass, so scores do not depend on the order of threads (in the GAP benchmark suite, later
// passes do).
//
// Access pattern: all arcs are streamed; scores are gathered at random and rewritten in each pass.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/graph/dynamic_chunks.h"
#include "stimulus/graph/kronecker.h"
#include "stimulus/kernel_state.h"
#include "stimulus/team_sum.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kPagerankShare{"pagerank_share", "vertex", 8};
inline constexpr LoopCost kPagerankVertex{"pagerank_pull", "vertex", 15};
inline constexpr LoopCost kPagerankArc{"pagerank_pull", "arc", 2};
inline constexpr LoopCost kPagerankChunk{"PagerankThread", "chunk", 16};

struct PagerankData {
  static constexpr float kDamping = 0.85F;
  CsrGraph graph;
  base::SimArray<float> scores;
  base::SimArray<float> parts;  ///< Score of a vertex divided by its degree.
  base::SimArray<std::uint64_t> counters;
  TeamSumWords sums;
  std::uint64_t chunk = 256;  ///< vertices

  float base_score() const { return (1 - kDamping) / static_cast<float>(graph.vertices()); }
};

enum PagerankBranch : std::uint32_t { kBranchPagerankMore };

template <class Thread>
[[gnu::noinline, gnu::flatten]] void pagerank_share(Thread& thread, const PagerankData& data,
                                                    Range own) {
  const auto offsets = data.graph.offsets;
  const auto scores = data.scores;
  const auto parts = data.parts;
  for (std::uint64_t v = own.begin; v < own.end; ++v) {
    spend(thread, kPagerankShare);
    const auto first = thread.load(offsets, v);
    const auto last = thread.load(offsets, v + 1);
    const auto score = thread.load(scores, v);
    thread.store(parts, v, score.value / static_cast<float>(last.value - first.value),
                 latest(score.ready, latest(first.ready, last.ready)));
  }
}

/// Returns the total change of scores.
template <class Thread>
[[gnu::noinline, gnu::flatten]] double pagerank_pull(Thread& thread, const PagerankData& data,
                                                     Range vertices) {
  const auto offsets = data.graph.offsets;
  const auto neighbours = data.graph.neighbours;
  const auto scores = data.scores;
  const auto parts = data.parts;
  const float base_score = data.base_score();
  double change = 0;
  for (std::uint64_t u = vertices.begin; u < vertices.end; ++u) {
    spend(thread, kPagerankVertex);
    const auto first = thread.load(offsets, u);
    const auto last = thread.load(offsets, u + 1);
    const auto limits = latest(first.ready, last.ready);
    auto arrived = limits;
    float sum = 0;
    for (std::uint64_t e = first.value;; ++e) {
      const bool more = e < last.value;
      thread.branch(kBranchPagerankMore, more, limits);
      if (!more) break;
      spend(thread, kPagerankArc);
      const auto v = thread.load(neighbours, e, first.ready);
      const auto part = thread.load(parts, v.value, v.ready);
      sum += part.value;
      arrived = latest(arrived, part.ready);
    }
    const auto old = thread.load(scores, u);
    const float score = base_score + PagerankData::kDamping * sum;
    change += std::abs(score - old.value);
    thread.store(scores, u, score, arrived);
  }
  return change;
}

template <class Thread>
class PagerankThread {
 public:
  PagerankThread(Thread& thread, const PagerankData& data)
      : thread_(thread), data_(data), chunks_(data.counters, 0) {}

  /// Returns the total change of scores in the last pass.
  [[gnu::noinline]] double trial(int iterations) {
    constexpr std::uint64_t kLine = base::kLineBytes / sizeof(float);
    const std::uint64_t vertices = data_.graph.vertices();
    const Range own = Range{0, vertices}.share(thread_.index(), thread_.threads(), kLine);
    double change = 0;
    for (int i = 0; i < iterations; ++i) {
      pagerank_share(thread_, data_, own);
      thread_.barrier();
      double mine = 0;
      chunks_.for_each(thread_, vertices, data_.chunk, kPagerankChunk,
                       [&](Range part) { mine += pagerank_pull(thread_, data_, part); });
      thread_.barrier();
      chunks_.close(thread_);
      change = team_sum(thread_, data_.sums, mine);
    }
    return change;
  }

 private:
  Thread& thread_;
  const PagerankData& data_;
  DynamicChunks chunks_;
};

struct PagerankParameters : KroneckerParameters {
  int iterations = 2;
  std::uint64_t chunk = 256;  ///< Number of vertices in a chunk.
};

class Pagerank : public KernelState<PagerankParameters, PagerankData> {
 public:
  static constexpr std::string_view kWorkUnit = "vertex and pass";
  static constexpr int kInstructionsPerUnit = 300;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    PagerankThread<Thread> mine(thread, data_);
    open_window(thread);
    const double change = mine.trial(parameters_.iterations);
    if (thread.index() == 0) change_ = change;
    thread.barrier();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  base::Bytes host_bytes() const { return kronecker_host_bytes(parameters_); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return parameters_.vertices() * static_cast<std::uint64_t>(parameters_.iterations);
  }
  std::string measured() const;

 private:
  double change_ = -1;  ///< Negative before the run.
};

}  // namespace starnuma::stimulus
