// SPDX-License-Identifier: Apache-2.0
// What the tracker bench plays: hand-overs of a few regions beside updates of other sockets, with
// resets in the middle.
#pragma once

#include "testbenches/rtl_support/traffic_mode.h"
#include "testbenches/tracker_update/tracker_lockstep.h"

namespace starnuma::testbenches {

inline constexpr int kTrackerRuns = 8;  ///< After which counters and modes begin anew.

/// Base, region size, socket, counter and mode of one run.
TrackerLockstep::Function::Config config_of_run(const TrackerSet& set, int run,
                                                base::Random& random);

void play_random(TrackerLockstep& bench, const TrackerLockstep::Function::Config& config,
                 const TrafficMode& mode, base::Random& random, int cycles);

/// Names of the bins that random traffic hits.
void expect_bins(Bins& bins, int queue_entries);

}  // namespace starnuma::testbenches
