// SPDX-License-Identifier: Apache-2.0
// Random coherence traffic: hosts load, store and evict a few lines that they share truly and
// falsely. Channels have random delays and every legal overtaking.
//
// - A run is a series of short episodes of random size, lines and snoop filter. Each starts from an
//   empty system and drains at the end.
// - In a third of the traffic, pages of up to three address spaces migrate between socket homes and
//   a device, are unmapped and copied, and tasks of different spaces exchange hosts.
// - The same seed gives the same run on every computer.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "testbenches/coherence/episode.h"
#include "testbenches/coherence/mutants.h"
#include "testbenches/coherence/sequence.h"

namespace starnuma::coherence_bench {

struct TrafficConfig {
  std::uint64_t ops =
      0;  ///< Host events of all hosts: a third each on devices, on socket homes, and on both with
          ///< migrating pages. A mutant restricts them to its protocol.
  std::uint64_t seed = 1;
  int most_hosts = 16;
  bool only_pages = false;  ///< All traffic has migrating pages.
  const Mutant* mutant = nullptr;
  MoveMutant move_mutant = MoveMutant::kNone;
  std::function<void(std::uint64_t ops)> progress = {};  ///< Called after each episode.
};

struct TrafficResult {
  std::uint64_t ops = 0;
  std::uint64_t messages = 0;
  std::uint64_t episodes = 0;
  PageTraffic pages;
  std::string failure;  ///< Empty if all checks pass.
  Sequence sequence;    ///< Unshortened sequence of the failed episode.
  Coverage coverage;
};

/// Runs traffic until the first failure.
TrafficResult run_traffic(const TrafficConfig& config);

/// Returns the shortest sequence that still fails, found by omission and merging.
Sequence shrink(const Sequence& failed);

/// Shrinks the failure and a few failures of other seeds with fewer hosts; returns the shortest.
Sequence shortest_failure(const TrafficConfig& config, const TrafficResult& first);

}  // namespace starnuma::coherence_bench
