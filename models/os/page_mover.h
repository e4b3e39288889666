// SPDX-License-Identifier: Apache-2.0
// Moves of pages between nodes: of a policy, within page faults, off an extent, and to and from the
// page cache.
//
// Contract:
// - Move: isolates the page, copies it and writes its entry (mapped). In immediate delivery a move
//   is one step at the current kernel time, so it books resources ahead and out of order.
// - Move in a fault: the page is unmapped, has no translations, and stays held until it is mapped.
// - Page cache: a cached page keeps its previous frame. An eviction writes it back if it is dirty,
//   and unmaps it.
// - A move that has become impossible has no effect.
// - Timing: `page_cycles` per move, plus real accesses.
#pragma once

#include <utility>
#include <vector>

#include "models/os/held_pages.h"
#include "models/paging/extent.h"
#include "models/placement/plan.h"

namespace starnuma::os {

class PageMover {
 public:
  struct MoverStats {
    std::int64_t pages = 0;
    base::Time unavailable;    ///< Sum over pages of the time during which they were inaccessible.
    std::int64_t cached = 0;   ///< Number of pages entered into a page cache.
    std::int64_t evicted = 0;  ///< Number of pages evicted from a page cache.
    std::int64_t written_back = 0;  ///< Number of evictions of dirty pages.
  };
  /// Dirty flag of each page, by space; empty for a space whose writes are not reported.
  using DirtyFlags = PerSpace<std::vector<std::uint8_t>>;

  PageMover(const placement::PlacementConfig& config, base::Frequency frequency,
            const PageParts& parts, DirtyFlags& written);

  /// Spends the instructions of a move.
  void prepare() const;
  /// Moves a page that no operation holds.
  void move(paging::PageMap& map, const placement::Move& move);
  /// Moves the page off the extent, possibly within the node. Returns false if the page has left
  /// already or the node is full.
  bool move_away(const paging::Extent& extent, base::PageId page, base::NodeId to);
  /// Moves an unmapped page from `start` on through the port of `socket`.
  base::Time move_in_fault(paging::PageMap& map, const placement::Move& move, int socket,
                           base::Time start);
  /// Makes pages of the space that move within a fault keep their frames, as cached pages.
  void cache_pages(base::SpaceId space) { caches_[space] = true; }
  /// Evicts a page from the page cache, so that its next access faults.
  base::Time evict(paging::PageMap& map, std::uint64_t page, int socket, base::Time start);

  /// Counts a move that the policy has requested.
  void count_made(base::SpaceId space) { ++made_[space]; }
  /// Number of requested moves since the last take_made().
  std::size_t made(base::SpaceId space) const { return made_[space]; }
  std::size_t take_made(base::SpaceId space) { return std::exchange(made_[space], 0); }

  const MoverStats& counts(base::SpaceId space) const { return counts_[space]; }
  void reset_statistics() { counts_ = {}; }

 private:
  static bool may_move(const paging::PageMap& map, const placement::Move& move);
  void move_page(paging::PageMap& map, std::uint64_t page, base::NodeId node);
  void count_moved(base::SpaceId space, base::Time span);

  base::Time page_time_;
  bool stall_free_;
  PageParts parts_;
  DirtyFlags& written_;
  PerSpace<bool> caches_;
  PerSpace<std::size_t> made_;
  PerSpace<MoverStats> counts_;
};

}  // namespace starnuma::os
