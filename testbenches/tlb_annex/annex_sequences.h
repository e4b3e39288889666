// SPDX-License-Identifier: Apache-2.0
// Stimuli of the annex bench: random traffic of an STLB with resets, and each cross bin directed;
// explanation of a failing stimulus.
#pragma once

#include <string>

#include "testbenches/rtl_support/traffic_mode.h"
#include "testbenches/tlb_annex/annex_lockstep.h"

namespace starnuma::testbenches {

/// Plays random increments, orphans, events and mark-alls for this number of cycles outside reset
/// and clearing. Inputs stay until they are accepted. At least one reset occurs.
void play_random(AnnexLockstep& bench, const TrafficMode& mode, std::uint64_t seed, int cycles);

/// Drains all waiting hand-overs.
void drain(AnnexLockstep& bench);

/// Waits without inputs until the counters are cleared.
void wait_until_cleared(AnnexLockstep& bench);

struct CrossBin {
  SlotEvent kind;
  int increment;  ///< 0: none, 1: same slot, 2: other slot
  std::uint32_t count;
  std::size_t waiting;
};

/// Brings the annex to the bin's state, then plays its event.
void play(AnnexLockstep& bench, const CrossBin& bin);

/// Plays every cross bin. `full` includes saturated counters; each of them takes 2**width cycles.
void play_cross_bins(AnnexLockstep& bench, std::uint32_t max_count, bool full);

/// Declares the bins that play_cross_bins() hits with saturated counters.
void expect_cross_bins(Bins& bins, std::uint32_t max_count, int entries);

/// Shrinks `played`, which failed, writes its files and returns the message for the test.
std::string explain_failure(const std::string& test, const AnnexSet& set, protocol::Counter counter,
                            const BlockStart& start, const std::vector<AnnexInputs>& played);

}  // namespace starnuma::testbenches
