// SPDX-License-Identifier: Apache-2.0
// The real modules in SystemC time under random traffic: caching agents with private caches, socket
// homes and a multi-headed device with a small snoop filter, over channels with random delays.
//
// Contract: a run is a row of phases that each begin and end with nothing under way. The same seed
// gives the same run on every host. One run per process: SystemC elaborates once.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "testbenches/modules/faulty.h"
#include "testbenches/modules/watch.h"

namespace starnuma::modules_bench {

struct ModulesRun {
  std::uint64_t ops = 0;  ///< Loads, stores, atomics and flushes of all cores together.
  std::uint64_t seed = 1;
  Fault fault = Fault::kNone;
  std::function<void(std::uint64_t ops)> progress = {};  ///< Told after each phase.
};

struct ModulesResult {
  std::uint64_t ops = 0;
  std::uint64_t phases = 0;
  std::uint64_t messages = 0;
  std::uint64_t filter_evictions = 0;
  int sockets = 0;
  Counts counts;
  coherence_bench::Coverage coverage;
  std::string failure;  ///< Empty: all holds.
};

ModulesResult run(const ModulesRun& run);

/// Rows that the explorer reaches, that modules can take and that were not taken.
std::vector<std::string> rows_not_taken(const coherence_bench::Coverage& taken);

}  // namespace starnuma::modules_bench
