// SPDX-License-Identifier: Apache-2.0
// NUMA balancing as Linux 6.8 has it: pages are unmapped by a periodic scan, and who touches them
// next says where they belong.
//
// Contract: a fault is private if the page's last fault was by the same task, or there was none;
// local if the page lies on the task's node. A private remote fault moves the page to the task's
// node when the page's last fault came from there too (two faults), or at once in the first
// `early_passes` passes. Shared faults leave the page where it is. A full node gets no page. Tasks
// go to their pages when a pass is over (task_placement.h). Pages of shared mappings are not
// scanned. No more pages move than `migration_rate`. Moves are made within the fault; those that
// find no room make the scan slower. Not here: moves at shared faults that even out the load of a
// group's nodes.
#pragma once

#include "models/placement/autonuma/task_placement.h"
#include "models/placement/hint_faults/hint_scan.h"
#include "models/placement/policy.h"

namespace starnuma::placement {

class Autonuma : public Policy {
 public:
  explicit Autonuma(const PolicySetup& setup);

  Plan on_fault(const Fault& fault) override;
  Plan on_tick(const Tick& tick) override;
  base::Time tick_period() const override { return scan_.period(); }
  void report(accounting::StatWriter& migration) const override;
  void reset_statistics() override;

 protected:
  /// Who faulted on the page before.
  struct LastAccess {
    int task = -1;
    base::NodeId node{};

    bool known() const { return task >= 0; }
  };

  /// Where the page goes, if it does.
  virtual Plan decide(const Fault& fault, const LastAccess& before, bool is_private);
  virtual bool scans_shared_mappings() const { return false; }
  /// If there is room and the rate allows it.
  Plan move(const Fault& fault, base::NodeId to);
  bool has_cores(base::NodeId node) const { return base::index_of(node) < sockets_; }

 private:
  struct Counts {
    std::int64_t faults[2][2] = {};  ///< By private and local.
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
  std::vector<LastAccess> last_;  ///< By page.
  Counts counts_;
};

}  // namespace starnuma::placement
