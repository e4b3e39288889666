// SPDX-License-Identifier: Apache-2.0
// Stand-alone bench of the real modules in SystemC time under random traffic: caching agents with
// private caches, socket homes and a multi-headed device with a small snoop filter. They
// communicate over channels with random delays.
//
// Contract:
// - A run is a series of phases; nothing is outstanding at the start and the end of a phase.
// - The same seed gives the same run on every computer.
// - One run per process, because SystemC elaborates once.
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
  ModuleMutant fault = ModuleMutant::kNone;
  bool rtl = false;  ///< The device's directory is RTL, compared with the golden function.
};

/// Counts of a run as plain values.
struct ModulesTally {
  std::uint64_t ops = 0;
  std::uint64_t messages = 0;
  std::uint64_t filter_evictions = 0;
  MessageCounts counts;
  coherence_bench::Coverage coverage;

  void add(const ModulesTally& other);
};

struct ModulesResult : ModulesTally {
  std::string failure;  ///< Empty if all checks pass.
};

ModulesResult run(const ModulesRun& run);

/// Returns the rows that were not taken, of those that the explorer reaches with hosts that behave
/// like the modules.
std::vector<std::string> uncovered_rows(const coherence_bench::Coverage& taken);

}  // namespace starnuma::modules_bench
