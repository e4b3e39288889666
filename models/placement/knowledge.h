// SPDX-License-Identifier: Apache-2.0
// What a policy may know where it is asked: of a page that is touched first, of a fault, when a
// period of time is over, at the end of a phase.
//
// Contract: plain data. Nodes count sockets first, then pool devices.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/accounting/page_counts.h"
#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/base/random.h"

namespace starnuma::placement {

/// A page is touched for the first time; its program has not bound it to a node.
struct Allocation {
  std::uint64_t page = 0;
  base::NodeId toucher{};  ///< The socket of the thread that does.
  /// Pages that still fit, by node. Null when a page is asked about first; then, where the node
  /// that the policy named is full, it is asked again with this.
  const std::vector<std::uint64_t>* room = nullptr;
  const std::vector<base::NodeId>* nearest = nullptr;  ///< With it: nodes, the toucher's own first.
  /// With it: by node the distance from the toucher, 10 to itself; null: all others are alike.
  const std::vector<int>* distance = nullptr;
};

/// For a page that is asked about again: the nearest node with room, if there is one.
std::optional<base::NodeId> nearest_with_room(const Allocation& page);

/// A core could not go on by itself; the operating system has dealt with it.
struct Fault {
  enum class Kind : std::uint8_t {
    kCopies,     ///< It wrote to a page with read-only copies, which are gone now.
    kUnmapped,   ///< It touched a page that a plan had unmapped, and which is mapped again.
    kFirstTouch  ///< It touched a page that had no memory, and which has some now.
  };
  std::uint64_t page = 0;
  base::Time time;  ///< Of the access.
  Kind kind = Kind::kCopies;
  base::NodeId node{};  ///< The core's socket; not of kCopies, as what follows.
  base::CoreId core{};
  bool write = false;
  int task = -1;        ///< The program's thread that runs there; none: it has just left.
  base::NodeId home{};  ///< Of the page.
  const std::vector<std::uint64_t>* room = nullptr;  ///< Pages that still fit, by node.
  const std::vector<std::uint64_t>* used = nullptr;  ///< Frames in use, by node.
};

/// Where pages lie, what room is left, and where tasks run.
struct MemoryState {
  int sockets = 0;
  int pool_devices = 0;
  std::uint64_t pool_interleave_pages = 1;  ///< Consecutive pages that belong on one pool device.
  std::vector<std::uint32_t> copies;  ///< By page: sockets with a copy; empty: no page has one.
  std::vector<base::NodeId> homes;    ///< By page.
  /// By page: bound to its node, or without memory so far; empty: none is.
  std::vector<bool> bound;
  /// By page: in a mapping that processes share; empty: none is.
  std::vector<bool> shared_mapping;
  std::vector<std::uint64_t> room;    ///< Pages that still fit, by node.
  std::vector<std::uint64_t> faults;  ///< On unmapped pages of the node, of all programs so far.
  bool unmapping = false;             ///< Pages that it asked to be unmapped are still mapped.
  std::vector<base::CoreId> tasks;    ///< By thread of the program: the core that it runs on.
  std::vector<bool> busy;             ///< By core: it runs a task, of whatever program.
};

/// Whether the page is there for the policy to move.
inline bool may_move(const MemoryState& memory, std::uint64_t page) {
  return memory.bound.empty() || !memory.bound[page];
}

/// A period of simulated time is over.
struct Tick : MemoryState {
  base::Time now;
};

/// What a tracker entry says of a region in the phase that ended.
struct RegionUse {
  std::uint64_t misses = 0;   ///< Counted, at most what the counter holds.
  std::uint32_t sharers = 0;  ///< Bit per socket that missed on it.
};

/// What trackers say whose counters stop at `most_counted`: regions of `region_pages` pages.
std::vector<RegionUse> region_uses(const accounting::PageCounts& counts, std::uint64_t region_pages,
                                   std::uint64_t most_counted);

struct PhaseKnowledge : MemoryState {
  int phase = 1;  ///< Phases that have ended, this one included.
  std::uint64_t region_pages = 1;
  std::vector<RegionUse> regions;                  ///< Trackers' view; empty where nothing tracks.
  const accounting::PageCounts* counts = nullptr;  ///< Perfect knowledge; null where nobody has it.
  const std::vector<std::uint8_t>* written = nullptr;  ///< By page: not 0 if written in the phase.
  std::uint64_t limit = 0;                             ///< Pages that may move.
  std::uint64_t seed = 0;
};

/// Random numbers of the phase for a region or page; the same whatever else was drawn.
inline base::Random random_for(const PhaseKnowledge& knowledge, std::uint64_t unit) {
  return base::Random(knowledge.seed ^ (static_cast<std::uint64_t>(knowledge.phase) << 40) ^ unit);
}

}  // namespace starnuma::placement
