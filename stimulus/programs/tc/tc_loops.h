// SPDX-License-Identifier: Apache-2.0
// Loop of ordered triangle counting, as executed by one thread. The contract is that of
// programs/bfs/bfs_loops.h.
#pragma once

#include <algorithm>
#include <cstdint>

#include "stimulus/costs.h"
#include "stimulus/graph/csr_graph.h"
#include "stimulus/range.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kTcVertex{"tc_count", "vertex", 14};
inline constexpr LoopCost kTcEdge{"tc_count", "edge", 10};
inline constexpr LoopCost kTcCandidate{"tc_count", "candidate", 8};
inline constexpr LoopCost kTcStep{"tc_count", "step", 2};
inline constexpr LoopCost kTcChunk{"TcThread", "chunk", 15};

struct TcData {
  CsrGraph graph;            ///< Relabelled by degree.
  std::uint64_t sample = 1;  ///< Every sample-th vertex is counted, the last of each group.
  /// Maximum number of counted vertices, by descending degree; 0 for all.
  std::uint64_t first = 0;
  std::uint64_t chunk = 64;  ///< Counted vertices in a chunk.
  base::SimArray<std::uint64_t> counters;
  base::SimArray<std::uint64_t> triangles;

  std::uint64_t counted() const {
    const std::uint64_t sampled = graph.vertices() / sample;
    return first == 0 ? sampled : std::min(first, sampled);
  }
  std::uint64_t vertex(std::uint64_t i) const { return i * sample + sample - 1; }
};

enum TcBranch : std::uint32_t {
  kBranchTcMoreEdges,
  kBranchTcEdgePast,
  kBranchTcMoreCandidates,
  kBranchTcCandidatePast,
  kBranchTcBehind
};

/// Counts triangles u > v > w of counted vertices u.
template <class Thread>
[[gnu::noinline, gnu::flatten]] std::uint64_t tc_count(Thread& thread, const TcData& data,
                                                       Range counted) {
  const auto offsets = data.graph.offsets;
  const auto neighbours = data.graph.neighbours;
  std::uint64_t triangles = 0;
  for (std::uint64_t i = counted.begin; i < counted.end; ++i) {
    spend(thread, kTcVertex);
    const std::uint64_t u = data.vertex(i);
    const auto first = thread.load(offsets, u);
    const auto last = thread.load(offsets, u + 1);
    for (std::uint64_t e = first.value;; ++e) {
      const bool more = e < last.value;
      thread.branch(kBranchTcMoreEdges, more, latest(first.ready, last.ready));
      if (!more) break;
      const auto v = thread.load(neighbours, e, first.ready);
      const bool past = v.value > u;
      thread.branch(kBranchTcEdgePast, past, v.ready);
      if (past) break;
      spend(thread, kTcEdge);
      const auto first_of_v = thread.load(offsets, v.value, v.ready);
      const auto last_of_v = thread.load(offsets, v.value + 1, v.ready);
      std::uint64_t at = first.value;
      auto mine = thread.load(neighbours, at, first.ready);
      for (std::uint64_t f = first_of_v.value;; ++f) {
        const bool more_of_v = f < last_of_v.value;
        thread.branch(kBranchTcMoreCandidates, more_of_v,
                      latest(first_of_v.ready, last_of_v.ready));
        if (!more_of_v) break;
        const auto w = thread.load(neighbours, f, first_of_v.ready);
        const bool w_past = w.value > v.value;
        thread.branch(kBranchTcCandidatePast, w_past, latest(w.ready, v.ready));
        if (w_past) break;
        spend(thread, kTcCandidate);
        for (;;) {
          const bool behind = mine.value < w.value;
          thread.branch(kBranchTcBehind, behind, latest(mine.ready, w.ready));
          if (!behind) break;
          spend(thread, kTcStep);
          mine = thread.load(neighbours, ++at, first.ready);
        }
        triangles += mine.value == w.value ? 1 : 0;
      }
    }
  }
  return triangles;
}

}  // namespace starnuma::stimulus
