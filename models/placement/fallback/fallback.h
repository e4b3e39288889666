// SPDX-License-Identifier: Apache-2.0
// Allocation policies for a full node, and interleaving of pages over all nodes. Pages do not move.
//
// Contract:
// - A policy is called first without the free capacity of the nodes, and again with it if the
//   selected node is full.
// - A group is the set of nodes at one distance from the toucher. A nearer group is filled before a
//   farther one receives a page.
// - Nodes without cores are treated as other nodes.
#pragma once

#include "models/placement/policy.h"

namespace starnuma::placement {

/// Round robin over all nodes, page by page in the order of allocation.
class PageInterleave : public Policy {
 public:
  explicit PageInterleave(const PolicySetup& setup) : nodes_(setup.capacity.size()) {}

  base::NodeId on_allocate(const Allocation& page) override;

 private:
  std::size_t nodes_;
  std::size_t next_ = 0;
};

/// Toucher's node, then round robin over the nearest group with free capacity.
class Hybrid : public Policy {
 public:
  explicit Hybrid(const PolicySetup& /*setup*/) {}

  base::NodeId on_allocate(const Allocation& page) override;

 private:
  base::NodeId last_{};
};

/// Toucher's node, then the node with most free capacity in the nearest group; among equals, the
/// first.
class UsageAware : public Policy {
 public:
  explicit UsageAware(const PolicySetup& /*setup*/) {}

  base::NodeId on_allocate(const Allocation& page) override;
};

}  // namespace starnuma::placement
