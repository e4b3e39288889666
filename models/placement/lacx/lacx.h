// SPDX-License-Identifier: Apache-2.0
// LACX: on top of NUMA balancing, pages that tasks of different nodes share go to memory without
// cores, where they are as near to one as to the other.
//
// Contract: a shared fault (the page's last one was by another task) from another node than the
// last one moves the page to a node without cores, if one has room; else the page stays. The
// publication gives its test as an image only: that these two conditions are all of it is assumed.
// The page is marked then (`lacx.mark`), and what NUMA balancing would do with it is not done while
// it lies there. Pages of shared mappings are scanned too. A page whose node is full is allocated
// on the nearest node with cores that has room, and else on one without. Switches of the
// publication's outlook: `promote_after` faults in a row from one node take a marked page there;
// below `above_use` of the sockets' memory in use shared pages stay. A machine whose memory all has
// cores gets NUMA balancing alone.
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
  Plan decide(const Fault& fault, const LastAccess& before, bool is_private) override;
  bool scans_shared_mappings() const override { return true; }

 private:
  struct Page {
    bool marked = false;
    bool was_shared = false;      ///< Moved for it at least once.
    int in_a_row = 0;             ///< Faults on it since it was marked, from one node.
    std::uint32_t came_back = 0;  ///< Times that it was taken back.
  };
  struct Counts {
    std::int64_t shared = 0;
    std::int64_t promoted = 0;
    std::int64_t came_back = 0;
    std::int64_t below_use = 0;
  };

  Plan share(const Fault& fault, Page& page);
  Plan on_marked(const Fault& fault, const LastAccess& before, Page& page);
  /// A node without cores for the page, with room if any has.
  base::NodeId node_for(const Fault& fault) const;
  bool enough_in_use(const Fault& fault) const;

  LacxConfig config_;
  int sockets_;
  std::vector<std::uint64_t> capacity_;
  std::uint64_t interleave_pages_;
  std::vector<Page> pages_;
  Counts counts_;
};

}  // namespace starnuma::placement
