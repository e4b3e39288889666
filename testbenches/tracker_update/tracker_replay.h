// SPDX-License-Identifier: Apache-2.0
// Replays what the tracker update unit of one core was given, in lockstep.
#pragma once

#include <string>
#include <vector>

#include "models/protocol/tracker_stream.h"
#include "testbenches/rtl_support/jittered.h"
#include "testbenches/tracker_update/tracker_lockstep.h"

namespace starnuma::testbenches {

using TrackerEvents = std::vector<protocol::TrackerEvent>;

/// The set of the stream's layout. InputError, naming the stream `file`, where there is none.
const TrackerSet& tracker_for(const protocol::TrackerStreamHeader& header, const std::string& file);

TrackerLockstep::Function::Config config_of(const protocol::TrackerStreamHeader& header,
                                            base::CoreId core);

/// One hand-over after the other, each with its update or addition; the entry is what the next read
/// of the stream found.
void replay_drained(TrackerLockstep& bench, const TrackerEvents& events);

/// Hand-overs at their times and some cycles late at random, while updates take as long as they
/// took, with stalls at random. An entry gets the word that was read there when it was asked for,
/// unless the block holds its line just then. Returns the hand-overs that met an update or another
/// in the queue.
int replay_overlapped(TrackerLockstep& bench, const TrackerEvents& events, const Overlap& overlap);

}  // namespace starnuma::testbenches
