// SPDX-License-Identifier: Apache-2.0
// NUMA balancing as in Linux 6.8: a periodic scan unmaps pages, and the next access to a page
// determines its destination.
//
// Contract:
// - A fault is private if the previous fault of the page was by the same task, or if there was
//   none. It is local if the page is on the node of the task.
// - A private remote fault moves the page to the task's node if the previous fault of the page came
//   from that node as well (two faults). In the first `early_passes` passes one fault is
//   sufficient.
// - Shared faults do not move the page. A full node receives no page.
// - Tasks move to their pages at the end of a pass (task_placement.h).
// - Pages of shared mappings are not scanned.
// - The rate of moves does not exceed `migration_rate`. Moves are made within the fault; moves that
//   fail for lack of capacity slow the scan down.
//
// Not modelled: moves at shared faults that balance the load of a group's nodes.
#pragma once

#include "models/placement/autonuma/task_placement.h"
#include "models/placement/hint_faults/hint_scan.h"
#include "models/placement/policy.h"

namespace starnuma::placement {

class Autonuma : public Policy {
 public:
  explicit Autonuma(const PolicySetup& setup);

  Plan on_fault(const PageFault& fault) override;
  Plan on_tick(const Tick& tick) override;
  base::Time tick_period() const override { return scan_.period(); }
  void report(accounting::StatWriter& migration) const override;
  void reset_statistics() override;

 protected:
  /// Origin of the previous fault of a page.
  struct LastAccess {
    int task = -1;
    base::NodeId node{};

    bool known() const { return task >= 0; }
  };

  /// Returns a plan that moves the page, or an empty plan.
  virtual Plan decide(const PageFault& fault, const LastAccess& before, bool is_private);
  virtual bool scans_shared_mappings() const { return false; }
  /// Returns a plan that moves the page, if the node has capacity and the rate permits.
  Plan move(const PageFault& fault, base::NodeId to);
  bool has_cores(base::NodeId node) const { return base::index_of(node) < sockets_; }

 private:
  struct HintFaultStats {
    std::int64_t faults[2][2] = {};  ///< Number of faults, indexed by private and by local.
    std::int64_t passes = 0;
    std::int64_t no_room = 0;
    std::int64_t over_rate = 0;
  };

  int sockets_;
  int early_passes_;
  bool moves_tasks_;
  HintScan scan_;
  MoveBudget budget_;
  TaskHomes tasks_;
  std::vector<LastAccess> last_;  ///< Previous fault by page.
  HintFaultStats counts_;
};

}  // namespace starnuma::placement
