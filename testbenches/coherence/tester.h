// SPDX-License-Identifier: Apache-2.0
// Random coherence traffic: hosts load, store and give up a few lines that they share and falsely
// share, over channels with random delays and every legal overtaking.
//
// A run is a row of short episodes, each of random size, lines and snoop filter, that start from an
// empty system and drain at the end. In a third of the traffic pages of up to three address spaces
// move between socket homes and a device meanwhile, are unmapped and copied, and tasks of different
// spaces change hosts. The same seed gives the same run on every host.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "testbenches/coherence/episode.h"
#include "testbenches/coherence/mutants.h"
#include "testbenches/coherence/sequence.h"

namespace starnuma::coherence_bench {

struct TrafficConfig {
  std::uint64_t ops = 0;  ///< Own events of all hosts; a third each on devices, on socket homes,
                          ///< and on both with moving pages. Mutants: where their fault is.
  std::uint64_t seed = 1;
  int most_hosts = 16;
  bool only_pages = false;  ///< All of it with moving pages.
  const Mutant* mutant = nullptr;
  MoveMutant move_mutant = MoveMutant::kNone;
  std::function<void(std::uint64_t ops)> progress = {};  ///< Told after each episode.
};

struct TrafficResult {
  std::uint64_t ops = 0;
  std::uint64_t messages = 0;
  std::uint64_t episodes = 0;
  PageTraffic pages;
  std::string failure;  ///< Empty: all holds.
  Sequence sequence;    ///< Of the failed episode, as it came.
  Coverage coverage;
};

/// Stops at the first failure.
TrafficResult run_traffic(const TrafficConfig& config);

/// The shortest sequence that still fails, found by leaving out and merging.
Sequence shrink(const Sequence& failed);

/// Shrinks the failure and a few more of other seeds with fewer hosts; the shortest of them.
Sequence shortest_failure(const TrafficConfig& config, const TrafficResult& first);

}  // namespace starnuma::coherence_bench
