// SPDX-License-Identifier: Apache-2.0
// Estimated radii of the vertices of a Kronecker graph: 64 simultaneous searches, one bit each, as
// in the Ligra framework.
//
// Contract: the measurement window starts 64 searches at random vertices. In a round, every vertex
// that searches reached in the previous round propagates their bits to its neighbours. The radius
// of a vertex is the last round in which a new search reached it. After the run, untimed, radii are
// compared with 64 sequential searches.
// Not modelled: Ligra's sparse frontiers of the first and last rounds.
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
inline constexpr LoopCost kRadiiVertex{"radii_round", "vertex", 5};
inline constexpr LoopCost kRadiiActive{"radii_round", "active vertex", 5};
inline constexpr LoopCost kRadiiArc{"radii_round", "arc", 5};
inline constexpr LoopCost kRadiiNew{"radii_round", "arc with a new search", 0};
inline constexpr LoopCost kRadiiSettle{"radii_settle", "vertex", 3};
inline constexpr LoopCost kRadiiChanged{"radii_settle", "vertex with a new search", 1};
inline constexpr LoopCost kRadiiChunk{"RadiiThread", "chunk", 18};

struct RadiiData {
  static constexpr std::int32_t kNone = -1;  ///< Radius of a vertex that no search reaches.
  CsrGraph graph;
  base::SimArray<std::uint64_t> visited;  ///< One bit per search, up to the previous round.
  base::SimArray<std::uint64_t> next;     ///< One bit per search, including this round.
  base::SimArray<std::int32_t> radii;     ///< Round of the last search that reached the vertex.
  base::SimArray<std::uint64_t> counters;
  std::uint64_t chunk = 256;  ///< vertices
};

enum RadiiBranch : std::uint32_t {
  kBranchRadiiActive,
  kBranchRadiiMore,
  kBranchRadiiNew,
  kBranchRadiiChanged
};

/// Propagates the searches of vertices whose radius is `round` to their neighbours.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void radii_round(Thread& thread, const RadiiData& data,
                                                 std::int32_t round, Range vertices) {
  const auto offsets = data.graph.offsets;
  const auto neighbours = data.graph.neighbours;
  const auto visited = data.visited;
  const auto next = data.next;
  const auto radii = data.radii;
  for (std::uint64_t u = vertices.begin; u < vertices.end; ++u) {
    spend(thread, kRadiiVertex);
    const auto radius = thread.load(radii, u);
    const bool active = radius.value == round;
    thread.branch(kBranchRadiiActive, active, radius.ready);
    if (!active) continue;
    spend(thread, kRadiiActive);
    const auto mine = thread.load(visited, u);
    const auto first = thread.load(offsets, u);
    const auto last = thread.load(offsets, u + 1);
    for (std::uint64_t e = first.value;; ++e) {
      const bool more = e < last.value;
      thread.branch(kBranchRadiiMore, more, latest(first.ready, last.ready));
      if (!more) break;
      spend(thread, kRadiiArc);
      const auto v = thread.load(neighbours, e, first.ready);
      const auto known = thread.load(next, v.value, v.ready);
      const bool fresh = (mine.value & ~known.value) != 0;
      thread.branch(kBranchRadiiNew, fresh, latest(mine.ready, known.ready));
      if (!fresh) continue;
      spend(thread, kRadiiNew);
      thread.fetch_or(next, v.value, mine.value);
    }
  }
}

/// Ends a round; returns the number of vertices that a new search has reached.
template <class Thread>
[[gnu::noinline, gnu::flatten]] std::uint64_t radii_settle(Thread& thread, const RadiiData& data,
                                                           std::int32_t round, Range own) {
  const auto visited = data.visited;
  const auto next = data.next;
  const auto radii = data.radii;
  std::uint64_t changed = 0;
  for (std::uint64_t v = own.begin; v < own.end; ++v) {
    spend(thread, kRadiiSettle);
    const auto before = thread.load(visited, v);
    const auto after = thread.load(next, v);
    const bool fresh = before.value != after.value;
    thread.branch(kBranchRadiiChanged, fresh, latest(before.ready, after.ready));
    if (!fresh) continue;
    spend(thread, kRadiiChanged);
    thread.store(visited, v, after.value, after.ready);
    thread.store(radii, v, round);
    ++changed;
  }
  return changed;
}

template <class Thread>
class RadiiThread {
 public:
  RadiiThread(Thread& thread, const RadiiData& data)
      : thread_(thread), data_(data), chunks_(data.counters, 0), changed_(data.counters, 1) {}

  /// Returns the number of rounds.
  [[gnu::noinline]] std::int32_t trial() {
    const std::uint64_t vertices = data_.graph.vertices();
    const Range own = Range{0, vertices}.share(thread_.index(), thread_.threads(), kLine);
    for (std::int32_t round = 0;; ++round) {
      chunks_.for_each(thread_, vertices, data_.chunk, kRadiiChunk,
                       [&](Range part) { radii_round(thread_, data_, round, part); });
      thread_.barrier();
      chunks_.close(thread_);
      changed_.add(thread_, radii_settle(thread_, data_, round + 1, own));
      thread_.barrier();
      if (changed_.total(thread_) == 0) return round + 1;
    }
  }

 private:
  static constexpr std::uint64_t kLine = base::kLineBytes / sizeof(std::int32_t);

  Thread& thread_;
  const RadiiData& data_;
  DynamicChunks chunks_;
  StepCounter changed_;
};

struct RadiiParameters : KroneckerParameters {
  std::uint64_t chunk = 256;  ///< Number of vertices in a chunk.
};

class Radii : public KernelState<RadiiParameters, RadiiData> {
 public:
  static constexpr std::string_view kWorkUnit = "vertex";
  /// Approximate; for the progress display only.
  static constexpr int kInstructionsPerUnit = 2000;

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    RadiiThread<Thread> mine(thread, data_);
    open_window(thread);
    const std::int32_t rounds = mine.trial();
    if (thread.index() == 0) rounds_ = rounds;
    thread.barrier();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  base::Bytes host_bytes() const { return kronecker_host_bytes(parameters_); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return parameters_.vertices(); }

 private:
  std::vector<std::uint32_t> sources_;
  std::int32_t rounds_ = 0;  ///< 0 before the run.
};

}  // namespace starnuma::stimulus
