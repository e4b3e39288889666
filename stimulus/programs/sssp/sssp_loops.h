// SPDX-License-Identifier: Apache-2.0
// Loops of delta-stepping, as executed by one thread. The contract is that of
// programs/bfs/bfs_loops.h.
#pragma once

#include <cstdint>
#include <limits>

#include "stimulus/graph/csr_graph.h"
#include "stimulus/graph/distances.h"
#include "stimulus/programs/sssp/sssp_bins.h"
#include "stimulus/range.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kSsspInitialise{"sssp_initialise", "vertex", 3};
inline constexpr LoopCost kSsspFrontierVertex{"sssp_frontier", "entry", 10};
inline constexpr LoopCost kSsspOwnVertex{"sssp_own_bin", "entry", 19};
inline constexpr LoopCost kSsspRelax{"sssp_relax", "vertex", 25};
inline constexpr LoopCost kSsspArc{"sssp_relax", "arc", 7};
inline constexpr LoopCost kSsspLower{"sssp_relax", "attempt to lower a distance", 5};
inline constexpr LoopCost kSsspCopy{"sssp_copy_bin", "entry", 8};
inline constexpr LoopCost kSsspLookAtBin{"sssp_next_bin", "bin", 15};
inline constexpr LoopCost kSsspChunk{"SsspThread", "chunk", 24};

struct SsspData {
  static constexpr std::uint64_t kNoBin = std::numeric_limits<std::uint64_t>::max() / 2;
  static constexpr std::uint64_t kChunk = 64;  ///< Entries of the frontier in a chunk.

  WeightedGraph graph;
  base::SimArray<std::int32_t> distances;
  base::SimArray<std::uint32_t> frontier;
  SsspBinMemory bins;
  base::SimArray<std::uint64_t> counters;
  /// Bin and end of the frontier, of this and of the next step, in adjacent words as in the suite.
  base::SimArray<std::uint64_t> step;
  std::int32_t delta = 2;
  /// Bucket fusion: a thread's bin of the current step with fewer entries is processed without
  /// sharing.
  std::uint64_t fusion = 1000;

  static std::uint64_t bin_at(std::uint64_t step) { return step & 1; }
  static std::uint64_t tail_at(std::uint64_t step) { return 2 + (step & 1); }
};

enum SsspBranch : std::uint32_t {
  kBranchSsspCurrent,
  kBranchSsspMore,
  kBranchSsspNearer,
  kBranchSsspLowered,
  kBranchSsspBinEmpty,
  kBranchSsspBinLower
};

template <class Thread>
[[gnu::noinline]] void sssp_initialise(Thread& thread, const SsspData& data, Range vertices) {
  const auto distances = data.distances;
  for (std::uint64_t v = vertices.begin; v < vertices.end; ++v) {
    spend(thread, kSsspInitialise);
    thread.store(distances, v, kUnreached);
  }
}

/// Relaxes the arcs of u. Precondition: `u` was loaded.
template <class Thread, class Vertex>
[[gnu::noinline]] void sssp_relax(Thread& thread, const SsspData& data, Vertex u, SsspBins& bins) {
  spend(thread, kSsspRelax);
  const auto distances = data.distances;
  const auto arcs = data.graph.arcs;
  const auto first = thread.load(data.graph.offsets, u.value, u.ready);
  const auto last = thread.load(data.graph.offsets, u.value + 1, u.ready);
  const auto own = thread.load(distances, u.value, u.ready);
  for (std::uint64_t e = first.value;; ++e) {
    const bool more = e < last.value;
    thread.branch(kBranchSsspMore, more, latest(first.ready, last.ready));
    if (!more) break;
    spend(thread, kSsspArc);
    const auto arc = thread.load(arcs, e, first.ready);
    auto old = thread.load(distances, arc.value.to, arc.ready);
    const std::int32_t lower = own.value + arc.value.weight;
    for (;;) {
      const bool nearer = lower < old.value;
      thread.branch(kBranchSsspNearer, nearer, latest(old.ready, own.ready));
      if (!nearer) break;
      spend(thread, kSsspLower);
      const bool lowered = thread.compare_exchange(distances, arc.value.to, old.value, lower);
      thread.branch(kBranchSsspLowered, lowered);
      if (lowered) {
        spend(thread, kSsspPush);
        bins.push(thread, static_cast<std::uint64_t>(lower / data.delta), arc.value.to);
        break;
      }
      old = thread.load(distances, arc.value.to, arc.ready);
    }
  }
}

/// Processes a part of the frontier, except vertices that were processed at a smaller distance.
template <class Thread>
[[gnu::noinline]] void sssp_frontier(Thread& thread, const SsspData& data, Range entries,
                                     std::uint64_t bin, SsspBins& bins) {
  for (std::uint64_t i = entries.begin; i < entries.end; ++i) {
    spend(thread, kSsspFrontierVertex);
    const auto u = thread.load(data.frontier, i);
    const auto distance = thread.load(data.distances, u.value, u.ready);
    const bool current =
        static_cast<std::uint64_t>(distance.value) >= bin * static_cast<std::uint64_t>(data.delta);
    thread.branch(kBranchSsspCurrent, current, distance.ready);
    if (current) sssp_relax(thread, data, u, bins);
  }
}

/// Processes the thread's own bin of this step while it is small.
template <class Thread>
[[gnu::noinline]] void sssp_own_bin(Thread& thread, const SsspData& data, std::uint64_t bin,
                                    SsspBins& bins) {
  while (bins.size(bin) != 0 && bins.size(bin) < data.fusion) {
    SsspBins::Bin taken = bins.take(bin);
    for (std::uint64_t i = 0; i < taken.size; ++i) {
      spend(thread, kSsspOwnVertex);
      sssp_relax(thread, data, bins.entry(thread, taken, i), bins);
    }
    bins.recycle(taken);
  }
}

/// Publishes the thread's first non-empty bin to the team, if it precedes those of other threads.
template <class Thread>
[[gnu::noinline]] void sssp_next_bin(Thread& thread, const SsspData& data, std::uint64_t bin,
                                     std::uint64_t next, const SsspBins& bins) {
  std::uint64_t first = bin;
  for (; first < bins.bins() && bins.size(first) == 0; ++first) spend(thread, kSsspLookAtBin);
  if (first >= bins.bins()) return;
  for (;;) {
    const auto known = thread.load(data.step, SsspData::bin_at(next));
    const bool lower = first < known.value;
    thread.branch(kBranchSsspBinLower, lower, known.ready);
    if (!lower || thread.compare_exchange(data.step, SsspData::bin_at(next), known.value, first)) {
      return;
    }
  }
}

/// Copies the thread's entries of the next step's bin to the frontier.
template <class Thread>
[[gnu::noinline]] void sssp_copy_bin(Thread& thread, const SsspData& data, std::uint64_t position,
                                     const SsspBins& bins, const SsspBins::Bin& bin) {
  const auto frontier = data.frontier;
  for (std::uint64_t i = 0; i < bin.size; ++i) {
    spend(thread, kSsspCopy);
    const auto vertex = bins.entry(thread, bin, i);
    thread.store(frontier, position + i, vertex.value, vertex.ready);
  }
}

}  // namespace starnuma::stimulus
