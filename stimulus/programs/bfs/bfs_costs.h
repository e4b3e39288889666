// SPDX-License-Identifier: Apache-2.0
// Instructions of each BFS loop in addition to its memory operations, measured in compiled code.
//
// Each number is the number of instructions that g++ 12.2 -O2 for x86-64 executes per pass of that
// point, rounded. It excludes loads, stores, atomics and data-dependent branches, which the thread
// counts. To repeat the measurement: cmake --build --preset release --target calibrate
// The last table of the output validates the numbers: instructions per vertex and trial of each
// loop, measured and charged (2 trials at scale 18, all loops: 64.5 and 64.0).
// If two points of a loop share code (edge and found parent; unreached and claimed neighbour), the
// first table cannot separate them. These numbers are separated by reading the loop.
// Not included: instructions of a threading library for starting threads and for waiting at
// barriers.
#pragma once

#include "stimulus/costs.h"

namespace starnuma::stimulus {

inline constexpr LoopCost kBfsInitialiseVertex{"bfs_initialise", "vertex", 7};
inline constexpr LoopCost kBfsClearWord{"bfs_clear_bitmap", "word", 0};
inline constexpr LoopCost kBfsQueueToBitmapVertex{"bfs_queue_to_bitmap", "frontier vertex", 7};
inline constexpr LoopCost kBfsTopDownVertex{"bfs_top_down", "frontier vertex", 17};
inline constexpr LoopCost kBfsTopDownEdge{"bfs_top_down", "edge", 5};
inline constexpr LoopCost kBfsTopDownUnreached{"bfs_top_down", "unreached neighbour", 2};
inline constexpr LoopCost kBfsTopDownClaimed{"bfs_top_down", "claimed neighbour", 12};
inline constexpr LoopCost kBfsFlushVertex{"bfs_flush", "vertex", 3};
inline constexpr LoopCost kBfsBottomUpChunk{"BfsThread", "chunk", 49};
inline constexpr LoopCost kBfsBottomUpVertex{"bfs_bottom_up", "vertex", 4};
inline constexpr LoopCost kBfsBottomUpUnreached{"bfs_bottom_up", "unreached vertex", 1};
inline constexpr LoopCost kBfsBottomUpEdge{"bfs_bottom_up", "edge", 5};
inline constexpr LoopCost kBfsBottomUpFound{"bfs_bottom_up", "found parent", 2};
inline constexpr LoopCost kBfsBitmapToQueueVertex{"bfs_bitmap_to_queue", "vertex", 9};
inline constexpr LoopCost kBfsBitmapToQueueFound{"bfs_bitmap_to_queue", "frontier vertex", 9};
inline constexpr LoopCost kBfsFinaliseVertex{"bfs_finalise", "vertex", 3};

}  // namespace starnuma::stimulus
