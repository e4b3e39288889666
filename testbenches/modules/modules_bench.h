// SPDX-License-Identifier: Apache-2.0
// The real modules in SystemC time under random traffic: caching agents with private caches, socket
// homes and a multi-headed device with a small snoop filter, over channels with random delays.
//
// Contract: a run is a row of phases that each begin and end with nothing under way. The same seed
// gives the same run on every host. One run per process: SystemC elaborates once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbenches/modules/faulty.h"
#include "testbenches/modules/watch.h"

namespace starnuma::modules_bench {

struct ModulesRun {
  std::uint64_t ops = 0;  ///< Loads, stores, atomics and flushes of all cores together.
  std::uint64_t seed = 1;
  Fault fault = Fault::kNone;
};

/// What a run has done; plain values.
struct ModulesTally {
  std::uint64_t ops = 0;
  std::uint64_t messages = 0;
  std::uint64_t filter_evictions = 0;
  Counts counts;
  coherence_bench::Coverage coverage;

  void add(const ModulesTally& other);
};

struct ModulesResult : ModulesTally {
  std::string failure;  ///< Empty: all holds.
};

ModulesResult run(const ModulesRun& run);

/// Rows that were not taken, of those that the explorer reaches with hosts that do as the modules
/// do.
std::vector<std::string> rows_not_taken(const coherence_bench::Coverage& taken);

}  // namespace starnuma::modules_bench
