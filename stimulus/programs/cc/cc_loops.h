// SPDX-License-Identifier: Apache-2.0
// Loops of Afforest over a part of the vertices, as executed by one thread.
//
// Contract: as in programs/bfs/bfs_loops.h. A label is a vertex of the same component that is not
// larger; a root is a vertex that is its own label. A locked exchange links the larger of two roots
// to the smaller, so labels only decrease and end at the smallest vertex of the component.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "models/base/random.h"
#include "stimulus/costs.h"
#include "stimulus/graph/csr_graph.h"
#include "stimulus/range.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kCcInitialise{"cc_initialise", "vertex", 3};
inline constexpr LoopCost kCcFirstVertex{"cc_link_neighbour", "vertex", 5};
inline constexpr LoopCost kCcFirstLink{"cc_link_neighbour", "arc", 2};
inline constexpr LoopCost kCcLink{"cc_link", "arc", 8};
inline constexpr LoopCost kCcLinkUnequal{"cc_link", "unequal labels", 3};
inline constexpr LoopCost kCcLinkRoot{"cc_link", "root", 0};
inline constexpr LoopCost kCcLinkUp{"cc_link", "step towards the roots", 0};
inline constexpr LoopCost kCcCompress{"cc_compress", "vertex", 5};
inline constexpr LoopCost kCcCompressStep{"cc_compress", "step", 4};
inline constexpr LoopCost kCcSample{"cc_sample", "sample", 34};
inline constexpr LoopCost kCcRestVertex{"cc_link_rest", "vertex", 6};
inline constexpr LoopCost kCcRestOther{"cc_link_rest", "vertex of another component", 3};
inline constexpr LoopCost kCcRestArc{"cc_link_rest", "arc", 2};
inline constexpr LoopCost kCcChunk{"CcThread", "chunk", 16};

struct CcData {
  CsrGraph graph;
  base::SimArray<std::uint32_t> labels;
  base::SimArray<std::uint64_t> counters;
  base::SimArray<std::uint32_t> common;  ///< Most frequent label of the samples.
  std::uint64_t chunk = 1024;            ///< vertices
};

enum CcBranch : std::uint32_t {
  kBranchCcHasNeighbour,
  kBranchCcLinkUnequal,
  kBranchCcLinkBelow,
  kBranchCcLinkRoot,
  kBranchCcLinkJoined,
  kBranchCcCompress,
  kBranchCcRestOther,
  kBranchCcRestMore
};

template <class Thread>
[[gnu::noinline, gnu::flatten]] void cc_initialise(Thread& thread, const CcData& data,
                                                   Range vertices) {
  const auto labels = data.labels;
  for (std::uint64_t v = vertices.begin; v < vertices.end; ++v) {
    spend(thread, kCcInitialise);
    thread.store(labels, v, static_cast<std::uint32_t>(v));
  }
}

/// Joins the components of u and v.
template <class Thread, class Vertex>
[[gnu::noinline, gnu::flatten]] void cc_link(Thread& thread,
                                             const base::SimArray<std::uint32_t>& label_array,
                                             std::uint64_t u, Vertex v) {
  const auto labels = label_array;
  spend(thread, kCcLink);
  auto a = thread.load(labels, u);
  auto b = thread.load(labels, v.value, v.ready);
  for (;;) {
    const auto both = latest(a.ready, b.ready);
    const bool unequal = a.value != b.value;
    thread.branch(kBranchCcLinkUnequal, unequal, both);
    if (!unequal) return;
    spend(thread, kCcLinkUnequal);
    const std::uint32_t high = std::max(a.value, b.value);
    const std::uint32_t low = std::min(a.value, b.value);
    const auto above = thread.load(labels, high, both);
    const bool joined = above.value == low;
    thread.branch(kBranchCcLinkBelow, joined, above.ready);
    if (joined) return;
    const bool root = above.value == high;
    thread.branch(kBranchCcLinkRoot, root, above.ready);
    if (root) {
      spend(thread, kCcLinkRoot);
      const bool stored = thread.compare_exchange(labels, high, high, low);
      thread.branch(kBranchCcLinkJoined, stored);
      if (stored) return;
    }
    spend(thread, kCcLinkUp);
    const auto up = thread.load(labels, high, both);
    a = thread.load(labels, up.value, up.ready);
    b = thread.load(labels, low, both);
  }
}

/// Links each vertex with its neighbour of index `round`.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void cc_link_neighbour(Thread& thread, const CcData& data,
                                                       Range vertices, std::uint64_t round) {
  const auto offsets = data.graph.offsets;
  const auto neighbours = data.graph.neighbours;
  for (std::uint64_t u = vertices.begin; u < vertices.end; ++u) {
    spend(thread, kCcFirstVertex);
    const auto first = thread.load(offsets, u);
    const auto last = thread.load(offsets, u + 1);
    const bool has = first.value + round < last.value;
    thread.branch(kBranchCcHasNeighbour, has, latest(first.ready, last.ready));
    if (!has) continue;
    spend(thread, kCcFirstLink);
    cc_link(thread, data.labels, u, thread.load(neighbours, first.value + round, first.ready));
  }
}

/// Sets the label of every vertex to the root of its tree.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void cc_compress(Thread& thread, const CcData& data,
                                                 Range vertices) {
  const auto labels = data.labels;
  for (std::uint64_t v = vertices.begin; v < vertices.end; ++v) {
    spend(thread, kCcCompress);
    auto label = thread.load(labels, v);
    for (;;) {
      const auto above = thread.load(labels, label.value, label.ready);
      const bool higher = above.value != label.value;
      thread.branch(kBranchCcCompress, higher, latest(label.ready, above.ready));
      if (!higher) break;
      spend(thread, kCcCompressStep);
      thread.store(labels, v, above.value, above.ready);
      label = above;
    }
  }
}

/// Returns the most frequent label of some random vertices; among equals, the one drawn first.
template <class Thread>
[[gnu::noinline, gnu::flatten]] std::uint32_t cc_sample(Thread& thread, const CcData& data,
                                                        std::uint64_t seed) {
  constexpr std::uint32_t kSamples = 1024;
  struct Slot {
    std::uint32_t label;
    std::uint32_t count;
  };
  std::array<Slot, 2 * kSamples> slots{};  // open addressing, at most half full
  const auto labels = data.labels;
  base::Random random(seed);
  Slot best{0, 0};
  for (std::uint32_t i = 0; i < kSamples; ++i) {
    spend(thread, kCcSample);
    const auto label = thread.load(labels, random.below(labels.size));
    std::uint32_t at = label.value * 0x9E3779B1U % slots.size();
    while (slots[at].count != 0 && slots[at].label != label.value) at = (at + 1) % slots.size();
    slots[at] = {label.value, slots[at].count + 1};
    if (slots[at].count > best.count) best = slots[at];
  }
  return best.label;
}

/// Links vertices without the common label to their neighbours from `round` on.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void cc_link_rest(Thread& thread, const CcData& data,
                                                  Range vertices, std::uint64_t round,
                                                  std::uint32_t common) {
  const auto offsets = data.graph.offsets;
  const auto neighbours = data.graph.neighbours;
  for (std::uint64_t u = vertices.begin; u < vertices.end; ++u) {
    spend(thread, kCcRestVertex);
    const auto label = thread.load(data.labels, u);
    const bool other = label.value != common;
    thread.branch(kBranchCcRestOther, other, label.ready);
    if (!other) continue;
    spend(thread, kCcRestOther);
    const auto first = thread.load(offsets, u);
    const auto last = thread.load(offsets, u + 1);
    for (std::uint64_t e = first.value + round;; ++e) {
      const bool more = e < last.value;
      thread.branch(kBranchCcRestMore, more, latest(first.ready, last.ready));
      if (!more) break;
      spend(thread, kCcRestArc);
      cc_link(thread, data.labels, u, thread.load(neighbours, e, first.ready));
    }
  }
}

}  // namespace starnuma::stimulus
