// SPDX-License-Identifier: Apache-2.0
// Which threads of a trace run on which cores.
//
// Contract: a thread is a worker if it executed at least a sixteenth of the instructions of the
// busiest one; others, as a main thread that waits for its workers, are helpers. Worker i of W runs
// on core i * C / W of C, so fewer workers than cores are spread over all of them and more share
// cores with their neighbours. Helpers then go to the cores with the fewest threads, lowest first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace starnuma::trace {

struct CoreMap {
  std::vector<std::vector<std::uint32_t>> threads;  ///< By core, in rising order.
  std::vector<std::uint16_t> core_of;               ///< By thread.
  int workers = 0;

  /// "64 threads on 64 cores"; "64 workers and 1 other thread on 16 cores".
  std::string text() const;
};

/// `instructions` by thread.
CoreMap map_to_cores(const std::vector<std::uint64_t>& instructions, int cores);

}  // namespace starnuma::trace
