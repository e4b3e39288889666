// SPDX-License-Identifier: Apache-2.0
// What the annex bench plays: random traffic of an STLB, with resets in it, and each cross bin on
// purpose.
#pragma once

#include "testbenches/rtl_support/traffic_mode.h"
#include "testbenches/tlb_annex/annex_lockstep.h"

namespace starnuma::testbenches {

/// Random increments, orphans, events and mark-alls for as many cycles out of reset and clearing;
/// inputs stay until they are accepted. At least one reset falls into the traffic.
void play_random(AnnexLockstep& bench, const TrafficMode& mode, std::uint64_t seed, int cycles);

/// Lets everything out that waits.
void drain(AnnexLockstep& bench);

/// Cycles without inputs until the counters are cleared.
void wait_until_cleared(AnnexLockstep& bench);

struct CrossBin {
  SlotEvent kind;
  int increment;  ///< 0: none, 1: same slot, 2: other slot
  std::uint32_t count;
  std::size_t waiting;
};

/// Brings the annex to the bin's state, then plays its event.
void play(AnnexLockstep& bench, const CrossBin& bin);

/// Every cross bin; `full` for full counters as well, each of which takes 2**width cycles.
void play_cross_bins(AnnexLockstep& bench, std::uint32_t max_count, bool full);

/// Names of the bins that play_cross_bins() hits with full counters.
void expect_cross_bins(Bins& bins, std::uint32_t max_count, int entries);

}  // namespace starnuma::testbenches
