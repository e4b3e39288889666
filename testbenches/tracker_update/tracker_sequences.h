// SPDX-License-Identifier: Apache-2.0
// Stimuli of the tracker bench: hand-overs of a few regions, updates of other sockets, and resets;
// explanation of a failing stimulus.
#pragma once

#include <string>

#include "testbenches/rtl_support/traffic_mode.h"
#include "testbenches/tracker_update/tracker_lockstep.h"

namespace starnuma::testbenches {

inline constexpr int kTrackerRuns = 8;  ///< Number of runs after which counters and modes repeat.

/// Returns base, region size, socket, counter and mode of one run.
TrackerLockstep::Function::Config config_of_run(const TrackerSet& set, int run,
                                                base::Random& random);

void play_random(TrackerLockstep& bench, const TrackerLockstep::Function::Config& config,
                 const TrafficMode& mode, base::Random& random, int cycles);

/// Declares the bins that random traffic hits.
void expect_bins(Bins& bins, int queue_entries);

/// Shrinks `played`, which failed, writes its files and returns the message for the test.
std::string explain_failure(const std::string& test, const TrackerSet& set,
                            const TrackerLockstep::Function::Config& config,
                            const BlockStart& start, const std::vector<TrackerInputs>& played);

}  // namespace starnuma::testbenches
