// SPDX-License-Identifier: Apache-2.0
// What a migrating policy may know at the end of a phase, and what it answers.
//
// Contract: plain data. A policy is a function of this and of its own history; equal inputs give
// equal plans. Nodes count sockets first, then pool devices.
#pragma once

#include <cstdint>
#include <vector>

#include "models/accounting/page_counts.h"
#include "models/base/ids.h"
#include "models/base/random.h"

namespace starnuma::placement {

/// What a tracker entry says of a region in the phase that ended.
struct RegionUse {
  std::uint64_t misses = 0;   ///< Counted, at most what the counter holds.
  std::uint32_t sharers = 0;  ///< Bit per socket that missed on it.
};

struct PhaseKnowledge {
  int phase = 1;  ///< Phases that have ended, this one included.
  int sockets = 0;
  int pool_devices = 0;
  std::uint64_t region_pages = 1;
  std::uint64_t pool_interleave_pages = 1;  ///< Consecutive pages that belong on one pool device.
  std::vector<RegionUse> regions;           ///< Trackers' view; empty where nothing tracks.
  const accounting::PageCounts* counts = nullptr;  ///< Perfect knowledge; null where nobody has it.
  const std::vector<std::uint8_t>* written = nullptr;  ///< By page: not 0 if written in the phase.
  std::vector<std::uint32_t> copies;  ///< By page: sockets with a copy; empty: no page has one.
  std::vector<base::NodeId> homes;    ///< By page.
  std::vector<bool> bound;            ///< By page: bound to its node; empty: none is.
  std::vector<std::uint64_t> room;    ///< Pages that still fit, by node.
  std::uint64_t limit = 0;            ///< Pages that may move.
  std::uint64_t seed = 0;
};

/// Whether the program leaves the page to the policy.
inline bool may_move(const PhaseKnowledge& knowledge, std::uint64_t page) {
  return knowledge.bound.empty() || !knowledge.bound[page];
}

/// Random numbers of the phase for a region or page; the same whatever else was drawn.
inline base::Random random_for(const PhaseKnowledge& knowledge, std::uint64_t unit) {
  return base::Random(knowledge.seed ^ (static_cast<std::uint64_t>(knowledge.phase) << 40) ^ unit);
}

struct Move {
  std::uint64_t page = 0;
  base::NodeId to{};
  bool copy = false;  ///< A read-only copy goes there; the page stays.
};

/// What happened to the candidates, in pages where not said otherwise.
struct PlanCounts {
  std::uint64_t candidates = 0;  ///< Above the threshold and not at their destination.
  std::uint64_t to_pool = 0;
  std::uint64_t to_socket = 0;
  std::uint64_t evicted = 0;        ///< Victims moved out of a full destination.
  std::uint64_t ping_pong = 0;      ///< Left where they are, having moved too often.
  std::uint64_t already_there = 0;  ///< Hot, and where they belong.
  std::uint64_t no_room = 0;        ///< Destination full and no victim found.
  std::uint64_t copies = 0;         ///< Planned, of pages that stay.
  std::uint64_t written = 0;        ///< Widely shared pages that cannot have copies.
  std::uint64_t over_limit = 0;     ///< Candidates left when the limit was reached.
};

/// Remembered from phase to phase.
struct History {
  double high = 0;                          ///< The adapting thresholds HI
  double low = 0;                           ///< and LO.
  std::vector<std::uint16_t> phases_moved;  ///< By region or page: phases in which it moved.
};

struct Plan {
  std::vector<Move> moves;  ///< In the order in which they are to be made.
  PlanCounts counts;
  History history;  ///< For the next phase.
};

/// Takes moves that were not made out of the history: all from number `made` on. A unit of the
/// history is a region of `unit_pages` pages.
void forget_unmade(Plan& plan, std::uint64_t made, std::uint64_t unit_pages);

/// A page or region that moved in more than a quarter of the phases so far ping-pongs.
constexpr bool ping_pongs(std::uint64_t phases_moved, int phase) {
  return 4 * phases_moved > static_cast<std::uint64_t>(phase);
}

}  // namespace starnuma::placement
