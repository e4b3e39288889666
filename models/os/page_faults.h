// SPDX-License-Identifier: Apache-2.0
// Page faults and write faults of a host's cores.
//
// Contract:
// - Page fault: takes `page_fault_cycles` and one write of the entry; the core stalls. The policy
//   may return a node, to which the page moves within the fault through the port at the core's
//   socket, and a cached page to evict first.
// - First touch: a page fault that allocates a frame from the program's allocator and zeroes it.
// - Write fault: takes `write_fault_cycles`, two writes of the entry and a shootdown. The page has
//   no copies afterwards.
// - A page is held from the start of its fault until it is mapped.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "models/os/page_copies.h"
#include "models/os/page_mover.h"
#include "models/os/tasks.h"
#include "models/placement/knowledge.h"

namespace starnuma::os {

class PageFaults {
 public:
  struct FaultStats {
    std::int64_t page_faults = 0;
    base::Time page_fault_time;      ///< Time from each access to the end of its fault.
    std::int64_t first_touches = 0;  ///< Number of page faults on pages without memory.
    std::int64_t write_faults = 0;
    base::Time fault_time;  ///< Time from each write to its completion.
  };
  /// Response to a fault: node to which the page moves, and the cached page to evict for it.
  struct Answer {
    std::optional<base::NodeId> to = {};
    std::optional<std::uint64_t> evict = {};
  };
  /// Callback at the end of a fault, before an unmapped page is mapped.
  using Sink = std::function<Answer(const placement::PageFault&)>;
  /// Callback that returns the node for a page at its first touch by a core of node `toucher`. The
  /// node must have a free frame. An exception ends the access.
  using Allocator = std::function<base::NodeId(std::uint64_t page, base::NodeId toucher)>;
  /// Parts that respond to faults. They outlive this object.
  struct Responders {
    PageMover& mover;
    PageCopies& copies;
    const Tasks& tasks;
  };

  PageFaults(const placement::PlacementConfig& config, base::Frequency frequency,
             const PageParts& parts, const Responders& responders);

  void on_fault(base::SpaceId space, Sink sink) { sinks_[space] = std::move(sink); }
  void allocate_by(base::SpaceId space, Allocator allocator) {
    allocators_[space] = std::move(allocator);
  }
  /// Handle a fault at `time` (paging/fault_handler.h).
  base::Time page_fault(base::PageId page, base::CoreId core, bool write, base::Time time);
  base::Time write_fault(base::PageId page, base::Time time);
  /// Waits for all faults that have begun. None of them then holds an unassigned frame.
  void wait_for_faults();
  /// Number of faults on unmapped pages by node, over all spaces, since the start.
  const std::vector<std::uint64_t>& faults_on() const { return faults_on_; }

  const FaultStats& counts(base::SpaceId space) const { return counts_[space]; }
  void reset_statistics() { counts_ = {}; }

 private:
  std::uint64_t begin_fault(paging::PageMap& map, std::uint64_t page);
  void end_fault(std::uint64_t number);
  /// Notifies the policy of a fault on an absent page.
  Answer notify_policy(const paging::PageMap& map, placement::PageFault& fault);

  base::Time page_fault_time_;
  base::Time write_fault_time_;
  PageParts parts_;
  Responders responders_;
  PerSpace<Sink> sinks_;
  PerSpace<Allocator> allocators_;
  std::vector<std::uint64_t> faults_on_;
  std::uint64_t begun_ = 0;
  std::set<std::uint64_t> pending_;  ///< Numbers of the faults in progress.
  PerSpace<FaultStats> counts_;
};

}  // namespace starnuma::os
