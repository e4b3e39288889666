// SPDX-License-Identifier: Apache-2.0
// Where pages go whose own node is full, and pages dealt over all nodes. Nothing moves.
//
// Contract: each answers first for a node whose room is not known, then for one with room. Groups
// are the nodes at one distance from the toucher; a nearer group is full before a farther one gets
// a page. Nodes without cores are nodes like others.
#pragma once

#include "models/placement/policy.h"

namespace starnuma::placement {

/// All nodes in turn, in their order, page by page as they are allocated.
class PageInterleave : public Policy {
 public:
  explicit PageInterleave(const PolicySetup& setup) : nodes_(setup.capacity.size()) {}

  base::NodeId on_allocate(const Allocation& page) override;

 private:
  std::size_t nodes_;
  std::size_t next_ = 0;
};

/// The toucher's node, then the other nodes in turn, of the nearest group with room.
class Hybrid : public Policy {
 public:
  explicit Hybrid(const PolicySetup& /*setup*/) {}

  base::NodeId on_allocate(const Allocation& page) override;

 private:
  base::NodeId last_{};
};

/// The toucher's node, then the one with most room, of the nearest group with room; of equals the
/// first.
class UsageAware : public Policy {
 public:
  explicit UsageAware(const PolicySetup& /*setup*/) {}

  base::NodeId on_allocate(const Allocation& page) override;
};

}  // namespace starnuma::placement
