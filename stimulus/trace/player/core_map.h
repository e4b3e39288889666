// SPDX-License-Identifier: Apache-2.0
// Mapping of the threads of a trace to cores.
//
// Contract: thread t of T runs on core t * C / T of C, so threads are spread over all cores. If
// there are more threads than cores, threads with less than a sixteenth of the instructions of the
// busiest one are mapped separately; an example is a main thread that waits for its workers. The
// rule then applies to the workers, and the other threads go to the cores with the fewest threads,
// lowest first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace starnuma::trace {

struct CoreMap {
  std::vector<std::vector<std::uint32_t>> threads;  ///< Threads by core, in ascending order.
  std::vector<std::uint16_t> core_of;               ///< Core by thread.
  int workers = 0;  ///< Number of workers; all threads if there are enough cores.

  /// Returns "64 threads on 64 cores" or "64 workers and 1 other thread on 16 cores".
  std::string text() const;
};

/// `instructions` is the number of instructions by thread.
CoreMap map_to_cores(const std::vector<std::uint64_t>& instructions, int cores);

}  // namespace starnuma::trace
