// SPDX-License-Identifier: Apache-2.0
// The memory of a logical pool by the names of its lines: the addresses that page tables hold and
// caches know, and where each one lies.
//
// Contract: a line is named after the place where it lay first, node and number there, and keeps
// its name wherever its region moves. Named ranges begin with the pool's part of their server's
// memory and follow each other, so that at first each line lies where its name says. Each host's
// address range of memory that is shared without coherence has names of its own; such ranges do not
// move. Pages of regions that move are where place_of() says; what servers' maps say of that is
// maps(). Pure: no time of its own, no SystemC.
#pragma once

#include <unordered_map>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/paging/logical_pool.h"

namespace starnuma::paging {

class PooledMemory {
 public:
  /// Each region takes some hundred bytes of the host's memory.
  static constexpr std::uint64_t kMostRegions = std::uint64_t{1} << 20;

  /// The pool's part of a server's memory, in frames.
  struct Part {
    std::uint64_t first = 0;
    std::uint64_t frames = 0;
  };
  /// Frames of a server that have names.
  struct Named {
    int server = 0;
    std::uint64_t first = 0;
    std::uint64_t frames = 0;
    bool moves = true;
  };
  struct Sizes {
    std::vector<Part> parts;         ///< By server, whose number is that of its node.
    std::uint64_t region_pages = 1;  ///< Of each region but a range's last.
    int coarse_buffer = 1;           ///< Regions.
    int fine_buffer = 1;             ///< Pages.
    std::uint64_t window = 0;        ///< Lines of a host's address range of a node.
  };

  /// Ranges server after server, in rising order.
  PooledMemory(const Sizes& sizes, const std::vector<Named>& named);

  LogicalPool& maps() { return maps_; }
  const LogicalPool& maps() const { return maps_; }
  bool holds(base::LineAddress name) const { return range_of(name) != nullptr; }
  PoolPage page_of(base::LineAddress name) const;
  LogicalPool::PagePlace place_of(base::LineAddress name) const {
    return maps_.place_of(page_of(name));
  }
  /// The home that answers for the line now; its own node's where the pool does not hold it.
  base::NodeId home_of(base::LineAddress name) const;
  /// Address of the named line in a server's memory, where its page has that frame of the part.
  base::LineAddress in_memory(base::LineAddress name, LogicalPool::PagePlace place) const;
  /// The reverse; a line of no part has its own name.
  base::LineAddress name_of(base::LineAddress in_memory) const;
  /// The page's lines by name, first to last.
  base::LineAddress first_line_of(PoolPage page) const;
  /// A number of its own for each page of the pool, from 0 on.
  std::uint64_t number_of(PoolPage page) const {
    return page.region * sizes_.region_pages + page.page;
  }
  bool may_move(std::uint32_t region) const { return regions_.at(region).range->moves; }

  /// As LogicalPool::move_next() and move_within().
  std::optional<LogicalPool::PageMove> move_next(std::uint32_t region);
  std::optional<LogicalPool::PageMove> move_within(PoolPage page);
  /// The page that moved last may be accessed from then on.
  void settle(PoolPage page, base::Time time) { settled_[page.packed()] = time; }
  base::Time settled_at(PoolPage page) const;

  /// A server asks for a line of the region.
  void count_use(std::uint32_t region, int server) {
    std::vector<std::uint64_t>& uses = regions_[region].uses;
    if (uses.empty()) uses.resize(sizes_.parts.size());
    ++uses[static_cast<std::size_t>(server)];
  }
  /// By server, since it was asked last.
  std::vector<std::uint64_t> take_uses(std::uint32_t region);

 private:
  struct Range {
    Named named;
    std::uint32_t first_region = 0;
    bool moves = true;
  };
  struct Region {
    const Range* range = nullptr;
    std::uint64_t first = 0;          ///< Frame that its first page is named after.
    std::vector<std::uint64_t> uses;  ///< By server; empty: none since they were taken.
  };

  void rename(const LogicalPool::PageMove& move);
  const Range* range_of(base::LineAddress name) const;
  /// Frame that the line is named after.
  std::uint64_t frame_of(base::LineAddress name) const;
  /// The line of the page that begins with `first` that has the number of `line` and its host.
  base::LineAddress like(base::LineAddress line, base::LineAddress first) const;

  Sizes sizes_;
  LogicalPool maps_;
  std::vector<Range> ranges_;
  std::vector<Region> regions_;
  /// By frame in memory, as its first line: the first line's name, where it is another.
  std::unordered_map<std::uint64_t, base::LineAddress> renamed_;
  std::unordered_map<std::uint64_t, base::Time> settled_;  ///< By page that has moved.
};

}  // namespace starnuma::paging
