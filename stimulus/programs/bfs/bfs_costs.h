// SPDX-License-Identifier: Apache-2.0
// Instructions around the memory operations of each BFS loop, measured in compiled code.
//
// Each number is what g++ 12.2 -O2 for x86-64 executes per pass of that point, less the loads,
// stores, atomics and data-dependent branches that the thread counts by itself, rounded. Measure
// again: cmake --build --preset release --target calibrate
// The last table it prints is the proof: instructions per vertex and trial of each loop, measured
// and charged (2 trials at scale 18, all loops: 64.5 and 64.0).
// Where two points of a loop share code (edge and found parent; unreached and claimed neighbour)
// its first table cannot split them: these are split by reading the loop.
// Not included: what a threading library executes to start threads and to wait at barriers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace starnuma::stimulus {

/// A point of the kernel: the beginning of a loop body or of a part of one.
enum class BfsPoint : std::uint8_t {
  kInitialiseVertex,
  kClearWord,
  kQueueToBitmapVertex,
  kTopDownVertex,
  kTopDownEdge,
  kTopDownUnreached,
  kTopDownClaimed,
  kFlushVertex,
  kBottomUpChunk,
  kBottomUpVertex,
  kBottomUpUnreached,
  kBottomUpEdge,
  kBottomUpFound,
  kBitmapToQueueVertex,
  kBitmapToQueueFound,
  kFinaliseVertex,
  kCount
};

struct BfsCost {
  const char* loop;   ///< the function it belongs to, `bfs_<loop>` in compiled code
  const char* point;  ///< what is counted
  int instructions;
};

inline constexpr std::array<BfsCost, static_cast<std::size_t>(BfsPoint::kCount)> kBfsCosts = {{
    {"initialise", "vertex", 7},
    {"clear_bitmap", "word", 0},
    {"queue_to_bitmap", "frontier vertex", 7},
    {"top_down", "frontier vertex", 17},
    {"top_down", "edge", 5},
    {"top_down", "unreached neighbour", 2},
    {"top_down", "claimed neighbour", 12},
    {"flush", "vertex", 3},
    {"bottom_up", "chunk", 49},
    {"bottom_up", "vertex", 4},
    {"bottom_up", "unreached vertex", 1},
    {"bottom_up", "edge", 5},
    {"bottom_up", "found parent", 2},
    {"bitmap_to_queue", "vertex", 9},
    {"bitmap_to_queue", "frontier vertex", 9},
    {"finalise", "vertex", 3},
}};

/// Charges the instructions of one pass of `point`. Overloaded for threads that watch the points.
template <class Thread>
inline void spend(Thread& thread, BfsPoint point) {
  thread.work(kBfsCosts[static_cast<std::size_t>(point)].instructions);
}

}  // namespace starnuma::stimulus
