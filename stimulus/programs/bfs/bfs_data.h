// SPDX-License-Identifier: Apache-2.0
// Simulated memory of a BFS: graph, parents, frontier as queue and as bitmaps, counters.
#pragma once

#include <cstdint>

#include "models/base/arena.h"
#include "stimulus/graph/kronecker.h"
#include "stimulus/range.h"

namespace starnuma::stimulus {

/// Assignment of chunks of vertices to threads in bottom-up steps.
enum class BfsSchedule : std::uint8_t {
  kDynamic,  ///< each thread takes the next chunk when it is ready
  kStatic    ///< thread c mod threads processes chunk c
};

/// Shared counters; each has two lines of its own (see step_counter.h).
enum class BfsCounter : std::uint8_t { kQueueTail, kScout, kAwake, kChunk, kCount };

struct BfsData {
  static constexpr std::uint64_t kLocalQueue = 1024;  ///< entries of a thread's buffer: one page
  static constexpr std::uint64_t kChunk = 1024;       ///< vertices

  CsrGraph graph;
  base::SimArray<std::int32_t> parents;
  base::SimArray<std::uint64_t> front;
  base::SimArray<std::uint64_t> next;
  base::SimArray<std::uint32_t> queue;
  base::SimArray<std::uint32_t> local_queues;
  base::SimArray<std::uint64_t> counters;
  BfsSchedule schedule = BfsSchedule::kDynamic;
};

}  // namespace starnuma::stimulus
