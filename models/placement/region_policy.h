// SPDX-License-Identifier: Apache-2.0
// Algorithm 1 of the STARNUMA publication: hot regions of widely shared pages go to the pool.
//
// Contract: pure; equal knowledge and history give equal plans. A region with more than HI misses
// is a candidate: more than half of the sockets share it (8 of 16), to the pool; else to one of its
// sharers, drawn at random. It stays when it is there or ping-pongs. Candidates go most missed
// first, among equals (saturated counters) most sharers first, then in region order; or all in
// region order. Where the destination is full, regions with at most LO misses there make room and
// go to one of their sharers. Bound pages never move. The plan ends at the limit of pages. HI
// doubles when candidates exceed twice the limit and shrinks by a quarter when moves stay under
// half of it, never below LO nor beyond what the counter holds. LO doubles when no room could be
// made; it grows by half when moves reach half of the limit and pages with at most LO misses exceed
// twice the limit; never beyond its most. Without counters (T0) HI is "touched by all sockets", and
// what at most half of them touched may make room. Our choices where the publication is silent:
// candidates are those not yet at their destination, victims count against the limit, a region
// without sharers goes to any socket, and a full socket passes a victim on to the next.
#pragma once

#include "models/placement/phase_knowledge.h"
#include "models/placement/placement_config.h"

namespace starnuma::placement {

/// HI and LO themselves are in the history, since they adapt.
struct RegionThresholds {
  int counter_bits = 16;               ///< 0: sharer bits alone.
  double low_most = 0;                 ///< LO grows no further.
  std::uint64_t most_counted = 65535;  ///< Where a counter stops, which is above every HI.
  CandidateOrder order = CandidateOrder::kHottestFirst;
};

/// What trackers say whose counters stop at `most_counted`: regions of `region_pages` pages.
std::vector<RegionUse> region_uses(const accounting::PageCounts& counts, std::uint64_t region_pages,
                                   std::uint64_t most_counted);

Plan plan_regions(const PhaseKnowledge& knowledge, const RegionThresholds& thresholds,
                  History history);

}  // namespace starnuma::placement
