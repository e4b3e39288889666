// SPDX-License-Identifier: Apache-2.0
// The rival of a pool: read-only copies of widely shared pages, kept coherent by software.
//
// Contract: pure. A page that more than half of the sockets missed on in the phase, in sum more
// than `least_misses` times, is vagabond. One that was not written in the phase gets a copy on each
// of those sockets that has neither the page nor a copy of it. One that was written gets none; with
// `with_pool` it goes to the pool, unless it has copies (which a write has taken away). Most missed
// pages go first, then in page order; the limit counts pages, however many copies they get. A full
// socket gets no copy, a full pool no page. A page that was moved or copied in more than a quarter
// of the phases stays as it is, as in Algorithm 1. Bound pages are left alone. Copies stay until
// the page is written.
#pragma once

#include "models/placement/phase_knowledge.h"

namespace starnuma::placement {

/// `knowledge.counts` and `knowledge.written` must be there.
Plan plan_replicas(const PhaseKnowledge& knowledge, double least_misses, bool with_pool,
                   History history);

}  // namespace starnuma::placement
