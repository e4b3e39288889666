// SPDX-License-Identifier: Apache-2.0
// LACX: extends NUMA balancing. Pages shared by tasks of different nodes move to memory without
// cores, which is equally near to all of them.
//
// Contract:
// - A fault is shared if the previous fault of the page was by another task. A shared fault from
//   another node than the previous one moves the page to a node without cores, if one has free
//   capacity.
// - The moved page is marked (`lacx.mark`). NUMA balancing does not move a marked page while it is
//   on a node without cores.
// - Pages of shared mappings are scanned as well.
// - A page whose node is full is allocated on the nearest node with cores and free capacity, else
//   on one without cores.
// - On a machine without such memory, the policy is NUMA balancing.
//
// Options from the publication's outlook: `promote_after` successive faults from one node move a
// marked page to that node. While less than `usage_threshold` of the sockets' memory is allocated,
// shared pages stay. Assumed: the two conditions of the first item are complete, since the
// publication shows its test only as a figure.
#pragma once

#include "models/placement/autonuma/autonuma.h"

namespace starnuma::placement {

class Lacx : public Autonuma {
 public:
  explicit Lacx(const PolicySetup& setup);

  base::NodeId on_allocate(const Allocation& page) override;
  void report(accounting::StatWriter& migration) const override;
  void reset_statistics() override;

 protected:
  Plan decide(const PageFault& fault, const LastAccess& before, bool is_private) override;
  bool scans_shared_mappings() const override { return true; }

 private:
  struct Page {
    bool marked = false;
    bool was_shared = false;  ///< The page has been moved as shared at least once.
    int in_a_row = 0;  ///< Number of successive faults from one node since the page was marked.
    std::uint32_t moved_back = 0;  ///< Number of moves back to a node with cores.
  };
  struct LacxStats {
    std::int64_t shared = 0;
    std::int64_t promoted = 0;
    std::int64_t moved_back = 0;
    std::int64_t below_usage_threshold = 0;
  };

  Plan share(const PageFault& fault, Page& page);
  Plan on_marked(const PageFault& fault, const LastAccess& before, Page& page);
  /// Returns a node without cores for the page, with free capacity if any node has it.
  base::NodeId node_for(const PageFault& fault) const;
  bool above_usage_threshold(const PageFault& fault) const;

  LacxConfig config_;
  int sockets_;
  std::vector<std::uint64_t> capacity_;
  std::uint64_t interleave_pages_;
  std::vector<Page> pages_;
  LacxStats counts_;
};

}  // namespace starnuma::placement
