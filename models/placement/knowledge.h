// SPDX-License-Identifier: Apache-2.0
// Information that a policy receives: at the first touch of a page, at a fault, at the end of a
// period, and at the end of a phase.
//
// Contract: plain data. Nodes are numbered with sockets first, then pool devices.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/accounting/page_counts.h"
#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/base/random.h"

namespace starnuma::placement {

/// First touch of a page that the program has not bound to a node.
struct Allocation {
  std::uint64_t page = 0;
  base::NodeId toucher{};  ///< Socket of the thread that touches the page.
  /// Free pages by node. Null in the first call for a page; set in the second call, which follows
  /// if the selected node is full.
  const std::vector<std::uint64_t>* room = nullptr;
  /// Set with `room`: nodes by distance, the toucher's own first.
  const std::vector<base::NodeId>* nearest = nullptr;
  /// Set with `room`: distance from the toucher by node, 10 to itself. If null, all other nodes are
  /// equally distant.
  const std::vector<int>* distance = nullptr;
};

/// Returns the nearest node with free capacity, if there is one. For the second call for a page.
std::optional<base::NodeId> nearest_with_capacity(const Allocation& page);

enum class PageFaultKind : std::uint8_t {
  kCopies,     ///< write to a page with read-only copies, which have been dropped
  kUnmapped,   ///< access to a page that a plan had unmapped; the page is mapped again
  kFirstTouch  ///< access to a page without memory; memory has been allocated
};

/// Fault of a core that the operating system has handled.
struct PageFault {
  std::uint64_t page = 0;
  base::Time time;  ///< Time of the access.
  PageFaultKind kind = PageFaultKind::kCopies;
  base::NodeId node{};  ///< Socket of the core. Not set for kCopies, as the following fields.
  base::CoreId core{};
  bool write = false;
  int task = -1;        ///< Thread of the program on that core; none if it has just left.
  base::NodeId home{};  ///< Home of the page.
  const std::vector<std::uint64_t>* room = nullptr;  ///< Free pages by node.
  const std::vector<std::uint64_t>* used = nullptr;  ///< Used frames by node.
};

/// Locations of pages, free capacity, and cores of tasks.
struct MemoryState {
  int sockets = 0;
  int pool_devices = 0;
  std::uint64_t pool_interleave_pages = 1;  ///< Number of consecutive pages on one pool device.
  /// Sockets with a copy, by page; empty if no page has a copy.
  std::vector<std::uint32_t> copies;
  std::vector<base::NodeId> homes;  ///< Home by page.
  /// Pages that are bound to a node, or that have no memory yet; empty if there are none.
  std::vector<bool> bound;
  /// Pages in a shared mapping; empty if there are none.
  std::vector<bool> shared_mapping;
  std::vector<std::uint64_t> room;  ///< Free pages by node.
  /// Number of faults on unmapped pages of the node, of all programs up to the current time.
  std::vector<std::uint64_t> faults;
  bool unmapping = false;  ///< Pages that the policy has unmapped are still being unmapped.
  std::vector<base::CoreId> tasks;  ///< Core of each thread of the program.
  std::vector<bool> busy;           ///< Cores that run a task of any program.
};

/// Returns true if the policy may move the page.
inline bool may_move(const MemoryState& memory, std::uint64_t page) {
  return memory.bound.empty() || !memory.bound[page];
}

/// End of a period of simulated time.
struct Tick : MemoryState {
  base::Time now;
};

/// Contents of a region's tracker entry at the end of a phase.
struct RegionUse {
  std::uint64_t misses = 0;   ///< Number of counted misses, at most the maximum of the counter.
  std::uint32_t sharers = 0;  ///< Sockets with a miss, one bit per socket.
};

/// Returns the tracker entries of regions of `region_pages` pages, with counters that saturate at
/// `most_counted`.
std::vector<RegionUse> region_uses(const accounting::PageCounts& counts, std::uint64_t region_pages,
                                   std::uint64_t most_counted);

struct PhaseKnowledge : MemoryState {
  int phase = 1;  ///< Number of phases that have ended, including this one.
  std::uint64_t region_pages = 1;
  std::vector<RegionUse> regions;  ///< Tracker entries by region; empty without trackers.
  const accounting::PageCounts* counts = nullptr;  ///< Exact counts; null if unknown.
  /// By page: nonzero if the page was written in the phase.
  const std::vector<std::uint8_t>* written = nullptr;
  std::uint64_t limit = 0;  ///< Maximum number of pages that may move.
  std::uint64_t seed = 0;
};

/// Returns a random generator of the phase for a region or page, independent of other generators.
inline base::Random random_for(const PhaseKnowledge& knowledge, std::uint64_t unit) {
  return base::Random(knowledge.seed ^ (static_cast<std::uint64_t>(knowledge.phase) << 40) ^ unit);
}

}  // namespace starnuma::placement
