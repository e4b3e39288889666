// SPDX-License-Identifier: Apache-2.0
// Replays recorded annex events of one core in lockstep.
#pragma once

#include <vector>

#include "models/protocol/annex_stream.h"
#include "testbenches/rtl_support/jittered.h"
#include "testbenches/tlb_annex/annex_lockstep.h"

namespace starnuma::testbenches {

using AnnexEvents = std::vector<protocol::AnnexEvent>;

/// Replays one event after the other, each with its hand-over, at the platform's times.
void replay_drained(AnnexLockstep& bench, const AnnexEvents& events);

/// Replays increments, slot events and mark-alls on separate ports at their times plus random
/// delays, with random stalls of hand-overs. Returns the number of cycles with more than one event.
int replay_overlapped(AnnexLockstep& bench, const AnnexEvents& events, const Overlap& overlap);

}  // namespace starnuma::testbenches
