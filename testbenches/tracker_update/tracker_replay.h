// SPDX-License-Identifier: Apache-2.0
// Replays the recorded inputs of the tracker update unit of one core, in lockstep.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/protocol/tracker_stream.h"
#include "testbenches/rtl_support/jittered.h"
#include "testbenches/tracker_update/tracker_lockstep.h"

namespace starnuma::testbenches {

using TrackerEvents = std::vector<protocol::TrackerEvent>;

/// Returns the set with the stream's layout. Throws InputError, naming the stream `file`, if there
/// is none.
const TrackerSet& tracker_for(const protocol::TrackerStreamHeader& header, std::string_view file);

TrackerLockstep::Function::Config config_of(const protocol::TrackerStreamHeader& header,
                                            base::CoreId core);

/// Replays one hand-over after the other, each with its update or addition. The entry has the value
/// that the next read of the stream returned.
void replay_drained(TrackerLockstep& bench, const TrackerEvents& events);

/// Replays hand-overs at their times plus random delays, with recorded update durations and random
/// stalls. An entry gets the word that was read at the time of the request, unless the block holds
/// its line. Returns the number of hand-overs that met an update or another hand-over in the queue.
int replay_overlapped(TrackerLockstep& bench, const TrackerEvents& events, const Overlap& overlap);

}  // namespace starnuma::testbenches
