// SPDX-License-Identifier: Apache-2.0
// Which threads of a trace run on which cores.
//
// Contract: thread t of T runs on core t * C / T of C, so threads are spread over all cores. Where
// there are more threads than cores, those with less than a sixteenth of the busiest one's
// instructions, as a main thread that waits for its workers, stand back: the rule is for the
// workers, who share cores with their neighbours, and the others then go to the cores with the
// fewest threads, lowest first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace starnuma::trace {

struct CoreMap {
  std::vector<std::vector<std::uint32_t>> threads;  ///< By core, in rising order.
  std::vector<std::uint16_t> core_of;               ///< By thread.
  int workers = 0;                                  ///< All threads, where there are enough cores.

  /// "64 threads on 64 cores"; "64 workers and 1 other thread on 16 cores".
  std::string text() const;
};

/// `instructions` by thread.
CoreMap map_to_cores(const std::vector<std::uint64_t>& instructions, int cores);

}  // namespace starnuma::trace
