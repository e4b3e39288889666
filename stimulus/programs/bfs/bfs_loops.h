// SPDX-License-Identifier: Apache-2.0
// Loops of a direction-optimizing BFS over a part of the data, as executed by one thread.
//
// Contract:
// - A loop accesses simulated memory only through the thread, declares the values on which each
//   access depends, and reports each data-dependent branch.
// - `spend` is called at the beginning of the code that it charges.
// - Loops are not inlined, so that compiled code can be measured.
#pragma once

#include <cstdint>

#include "stimulus/programs/bfs/bfs_costs.h"
#include "stimulus/programs/bfs/bfs_data.h"

namespace starnuma::stimulus {

/// Branch sites of the modelled predictor.
enum BfsBranch : std::uint32_t {
  kBranchTopDownMore,
  kBranchTopDownUnreached,
  kBranchTopDownClaimed,
  kBranchBottomUpUnreached,
  kBranchBottomUpMore,
  kBranchBottomUpFound,
  kBranchBitmapToQueueFound,
  kBranchFinaliseUnreached
};

/// Initializes parents to the negated degree, or -1 for an isolated vertex, until a vertex is
/// reached.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void bfs_initialise(Thread& thread, const BfsData& data,
                                                    Range vertices) {
  const auto offsets = data.graph.offsets;
  const auto parents = data.parents;
  for (std::uint64_t v = vertices.begin; v < vertices.end; ++v) {
    spend(thread, kBfsInitialiseVertex);
    const auto first = thread.load(offsets, v);
    const auto last = thread.load(offsets, v + 1);
    const auto degree = static_cast<std::int32_t>(last.value - first.value);
    thread.store(parents, v, degree != 0 ? -degree : -1, latest(first.ready, last.ready));
  }
}

template <class Thread>
[[gnu::noinline, gnu::flatten]] void bfs_clear_bitmap(Thread& thread,
                                                      const base::SimArray<std::uint64_t>& bitmap,
                                                      Range words) {
  const auto bits = bitmap;
  for (std::uint64_t w = words.begin; w < words.end; ++w) {
    spend(thread, kBfsClearWord);
    thread.store(bits, w, std::uint64_t{0});
  }
}

template <class Thread>
[[gnu::noinline, gnu::flatten]] void bfs_queue_to_bitmap(
    Thread& thread, const BfsData& data, const base::SimArray<std::uint64_t>& bitmap,
    Range entries) {
  const auto queue = data.queue;
  const auto bits = bitmap;
  for (std::uint64_t i = entries.begin; i < entries.end; ++i) {
    spend(thread, kBfsQueueToBitmapVertex);
    const std::uint32_t v = thread.load(queue, i).value;
    thread.fetch_or(bits, v >> 6, std::uint64_t{1} << (v & 63));
  }
}

template <class Thread>
[[gnu::noinline, gnu::flatten]] void bfs_flush(Thread& thread, const BfsData& data,
                                               std::uint64_t local, std::uint64_t position,
                                               std::uint64_t count) {
  const auto queue = data.queue;
  const auto local_queues = data.local_queues;
  for (std::uint64_t i = 0; i < count; ++i) {
    spend(thread, kBfsFlushVertex);
    const auto v = thread.load(local_queues, local + i);
    thread.store(queue, position + i, v.value, v.ready);
  }
}

/// Processes entries thread, thread + threads, ... of the frontier; returns the sum of the degrees
/// of the reached vertices.
template <class Thread, class LocalQueue>
[[gnu::noinline, gnu::flatten]] std::uint64_t bfs_top_down(Thread& thread, const BfsData& data,
                                                           Range entries, std::uint64_t stride,
                                                           LocalQueue& reached) {
  const auto queue = data.queue;
  const auto offsets = data.graph.offsets;
  const auto neighbours = data.graph.neighbours;
  const auto parents = data.parents;
  std::uint64_t scout = 0;
  for (std::uint64_t i = entries.begin; i < entries.end; i += stride) {
    spend(thread, kBfsTopDownVertex);
    const auto u = thread.load(queue, i);
    const auto first = thread.load(offsets, u.value, u.ready);
    const auto last = thread.load(offsets, u.value + 1, u.ready);
    for (std::uint64_t e = first.value;; ++e) {
      const bool more = e < last.value;
      thread.branch(kBranchTopDownMore, more, latest(first.ready, last.ready));
      if (!more) break;
      spend(thread, kBfsTopDownEdge);
      const auto v = thread.load(neighbours, e, first.ready);
      const auto parent = thread.load(parents, v.value, v.ready);
      const bool unreached = parent.value < 0;
      thread.branch(kBranchTopDownUnreached, unreached, parent.ready);
      if (!unreached) continue;
      spend(thread, kBfsTopDownUnreached);
      const auto mine = static_cast<std::int32_t>(u.value);
      const bool claimed = thread.compare_exchange(parents, v.value, parent.value, mine);
      thread.branch(kBranchTopDownClaimed, claimed);
      if (!claimed) continue;
      spend(thread, kBfsTopDownClaimed);
      reached.push(thread, v.value);
      scout += static_cast<std::uint64_t>(-parent.value);
    }
  }
  return scout;
}

/// Searches a parent in the frontier for each vertex without one; returns the number of vertices
/// that found one. The range covers whole words of the bitmaps, so no other thread writes the words
/// of `next` that it sets.
template <class Thread>
[[gnu::noinline, gnu::flatten]] std::uint64_t bfs_bottom_up(
    Thread& thread, const BfsData& data, const base::SimArray<std::uint64_t>& front_bits,
    const base::SimArray<std::uint64_t>& next_bits, Range vertices) {
  const auto offsets = data.graph.offsets;
  const auto neighbours = data.graph.neighbours;
  const auto parents = data.parents;
  const auto front = front_bits;
  const auto next = next_bits;
  std::uint64_t awake = 0;
  for (std::uint64_t u = vertices.begin; u < vertices.end; ++u) {
    spend(thread, kBfsBottomUpVertex);
    const auto parent = thread.load(parents, u);
    const bool unreached = parent.value < 0;
    thread.branch(kBranchBottomUpUnreached, unreached, parent.ready);
    if (!unreached) continue;
    spend(thread, kBfsBottomUpUnreached);
    const auto first = thread.load(offsets, u);
    const auto last = thread.load(offsets, u + 1);
    for (std::uint64_t e = first.value;; ++e) {
      const bool more = e < last.value;
      thread.branch(kBranchBottomUpMore, more, latest(first.ready, last.ready));
      if (!more) break;
      spend(thread, kBfsBottomUpEdge);
      const auto v = thread.load(neighbours, e, first.ready);
      const auto word = thread.load(front, v.value >> 6, v.ready);
      const bool found = (word.value >> (v.value & 63) & 1) != 0;
      thread.branch(kBranchBottomUpFound, found, word.ready);
      if (!found) continue;
      spend(thread, kBfsBottomUpFound);
      thread.store(parents, u, static_cast<std::int32_t>(v.value), v.ready);
      const auto bits = thread.load(next, u >> 6);
      thread.store(next, u >> 6, bits.value | std::uint64_t{1} << (u & 63), bits.ready);
      ++awake;
      break;
    }
  }
  return awake;
}

template <class Thread, class LocalQueue>
[[gnu::noinline, gnu::flatten]] void bfs_bitmap_to_queue(
    Thread& thread, const base::SimArray<std::uint64_t>& bitmap, Range vertices,
    LocalQueue& members) {
  const auto bits = bitmap;
  for (std::uint64_t v = vertices.begin; v < vertices.end; ++v) {
    spend(thread, kBfsBitmapToQueueVertex);
    const auto word = thread.load(bits, v >> 6);
    const bool found = (word.value >> (v & 63) & 1) != 0;
    thread.branch(kBranchBitmapToQueueFound, found, word.ready);
    if (!found) continue;
    spend(thread, kBfsBitmapToQueueFound);
    members.push(thread, static_cast<std::uint32_t>(v));
  }
}

/// Sets the parent of unreached vertices to -1.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void bfs_finalise(Thread& thread, const BfsData& data,
                                                  Range vertices) {
  const auto parents = data.parents;
  for (std::uint64_t v = vertices.begin; v < vertices.end; ++v) {
    spend(thread, kBfsFinaliseVertex);
    const auto parent = thread.load(parents, v);
    const bool unreached = parent.value < -1;
    thread.branch(kBranchFinaliseUnreached, unreached, parent.ready);
    if (unreached) thread.store(parents, v, std::int32_t{-1});
  }
}

}  // namespace starnuma::stimulus
