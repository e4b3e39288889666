// SPDX-License-Identifier: Apache-2.0
// Replays recorded annex events of one core in lockstep.
#pragma once

#include <vector>

#include "models/protocol/annex_stream.h"
#include "testbenches/rtl_support/jittered.h"
#include "testbenches/tlb_annex/annex_lockstep.h"

namespace starnuma::testbenches {

using AnnexEvents = std::vector<protocol::AnnexEvent>;

/// One event after the other, each with its hand-over, at the platform's times.
void replay_drained(AnnexLockstep& bench, const AnnexEvents& events);

/// Increments, slot events and mark-alls each on their port, at their times and some cycles late at
/// random, while hand-overs are stalled at random. Returns the cycles with more than one event.
int replay_overlapped(AnnexLockstep& bench, const AnnexEvents& events, const Overlap& overlap);

}  // namespace starnuma::testbenches
