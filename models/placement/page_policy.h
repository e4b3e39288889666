// SPDX-License-Identifier: Apache-2.0
// The published baseline's migration: exact counts per page and socket at no cost, no pool.
//
// Contract: pure. A page belongs on the socket that missed on it most in the phase (its own socket
// on a tie, else one of them at random: a fixed order would gather shared pages on few sockets). It
// is a candidate when that socket's misses exceed its home's by more than `least_gain`; candidates
// go in order of gain, then of page, until the limit or a full socket. A page that ping-pongs
// stays, as in Algorithm 1. Pool pages and bound pages are left alone.
#pragma once

#include "models/placement/phase_knowledge.h"

namespace starnuma::placement {

/// `knowledge.counts` must be there.
Plan plan_pages(const PhaseKnowledge& knowledge, double least_gain, History history);

}  // namespace starnuma::placement
