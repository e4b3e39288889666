// SPDX-License-Identifier: Apache-2.0
// Memory of a logical pool, addressed by line names: the addresses in page tables and caches, with
// the current location of each line.
//
// Contract:
// - The name of a line is the node and number of its first location. It stays the same when the
//   region moves.
// - Named ranges start at the pool's part of their server's memory and are contiguous. Initially
//   each line lies at its name.
// - Each host's address range of non-coherent shared memory has its own names. Such ranges do not
//   move.
// - place_of() returns the true location; maps() holds the servers' view of it.
// - Pure: no time of its own, no SystemC.
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
  /// Named range of frames on a server.
  struct Named {
    int server = 0;
    std::uint64_t first = 0;
    std::uint64_t frames = 0;
    bool moves = true;
  };
  struct Sizes {
    std::vector<Part> parts;  ///< Parts by server; the server number equals its node number.
    /// Region size in pages; the last region of a range may be smaller.
    std::uint64_t region_pages = 1;
    int coarse_buffer = 1;     ///< Capacity in regions.
    int fine_buffer = 1;       ///< Capacity in pages.
    std::uint64_t window = 0;  ///< Number of lines of a host's address range on a node.
  };

  /// `named` is ordered by server, ascending within each.
  PooledMemory(const Sizes& sizes, const std::vector<Named>& named);

  LogicalPool& maps() { return maps_; }
  const LogicalPool& maps() const { return maps_; }
  bool holds(base::LineAddress name) const { return range_of(name) != nullptr; }
  PoolPage page_of(base::LineAddress name) const;
  LogicalPool::PageLocation place_of(base::LineAddress name) const {
    return maps_.place_of(page_of(name));
  }
  /// Returns the current home of the line; its own node if the pool does not hold it.
  base::NodeId home_of(base::LineAddress name) const;
  /// Returns the address in a server's memory of the named line, if its page has the given frame.
  base::LineAddress in_memory(base::LineAddress name, LogicalPool::PageLocation place) const;
  /// Returns the name of a line in memory; its own address outside the pool.
  base::LineAddress name_of(base::LineAddress in_memory) const;
  /// Returns the name of the page's first line.
  base::LineAddress first_line_of(PoolPage page) const;
  /// Returns a unique number of the page, from 0.
  std::uint64_t number_of(PoolPage page) const {
    return page.region * sizes_.region_pages + page.page;
  }
  bool may_move(std::uint32_t region) const { return regions_.at(region).range->moves; }

  /// Forward to LogicalPool and update the names.
  std::optional<LogicalPool::PageMove> move_next(std::uint32_t region);
  std::optional<LogicalPool::PageMove> move_within(PoolPage page);
  /// Sets the time from which the last moved page is accessible.
  void settle(PoolPage page, base::Time time) { settled_[page.packed()] = time; }
  base::Time settled_at(PoolPage page) const;

  /// Counts a request of a server for a line of the region.
  void count_use(std::uint32_t region, int server) {
    std::vector<std::uint64_t>& uses = regions_[region].uses;
    if (uses.empty()) uses.resize(sizes_.parts.size());
    ++uses[static_cast<std::size_t>(server)];
  }
  /// Returns the counts by server and resets them.
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
  /// Returns the frame that names the line.
  std::uint64_t frame_of(base::LineAddress name) const;
  /// Returns the line of the page starting at `first`, with the offset and host range of `line`.
  base::LineAddress like(base::LineAddress line, base::LineAddress first) const;

  Sizes sizes_;
  LogicalPool maps_;
  std::vector<Range> ranges_;
  std::vector<Region> regions_;
  /// Name by location, for frames that have moved. The frame's first line represents it.
  std::unordered_map<std::uint64_t, base::LineAddress> renamed_;
  std::unordered_map<std::uint64_t, base::Time> settled_;  ///< Accessible time by moved page.
};

}  // namespace starnuma::paging
