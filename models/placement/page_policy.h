// SPDX-License-Identifier: Apache-2.0
// Migration of a machine without a pool: exact counts per page and socket at no cost.
//
// Contract: pure. What a page's destination is, the rule says; candidates are pages that do not lie
// there, in the rule's order and then in page order, until the limit; a full socket is passed over.
// A page that ping-pongs stays, as in Algorithm 1. Pool pages and bound pages are left alone.
#pragma once

#include "models/placement/phase_knowledge.h"

namespace starnuma::placement {

/// Where a page belongs, and which goes first.
enum class PageRule : std::uint8_t {
  kArtifact,   ///< `best_socket` (sharing.h); most missed first
  kTopMisser,  ///< `top_misser`, however many share; largest gain over the home first
};

/// `knowledge.counts` must be there. `least` is what a page must exceed to be a candidate: in
/// misses by kArtifact, in gain by kTopMisser.
Plan plan_pages(const PhaseKnowledge& knowledge, PageRule rule, double least, History history);

}  // namespace starnuma::placement
