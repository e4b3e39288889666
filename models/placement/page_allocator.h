// SPDX-License-Identifier: Apache-2.0
// Allocates pages to nodes: bound pages to their node, other pages to the node that the policy
// selects, subject to free capacity.
//
// Contract:
// - Pages are allocated in the order of the calls and, within a program, in page order.
// - If the policy selects a full node, it is called once more with the free capacities. If it
//   selects a full node again, the page is allocated on the nearest node with free capacity.
// - Bound pages are allocated before the run without the policy and regardless of capacity.
// - place() returns nothing if no node has capacity for a page.
// - Pages that are allocated while the program runs are placed individually with the given
//   capacities, which apply to bound pages as well.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "models/base/arena.h"
#include "models/placement/policy.h"

namespace starnuma::placement {

struct AllocatedPages {
  std::vector<base::NodeId> homes;  ///< Home by page.
  /// Number of pages that are not on the node that the policy selected first, which was full.
  std::uint64_t fallback = 0;
};

class PageAllocator {
 public:
  /// Memory of the machine: `room` has the free pages of each node. `room_of` has the node whose
  /// capacity a node uses (another one if devices share pages). `nearest` returns all nodes by
  /// distance from a node, and `distance` the distances by node, 10 to itself. Without `distance`,
  /// all other nodes are equally distant.
  struct Memory {
    std::vector<std::uint64_t> room;
    std::vector<base::NodeId> room_of;
    std::function<std::vector<base::NodeId>(base::NodeId)> nearest;
    std::function<std::vector<int>(base::NodeId)> distance = {};
  };

  explicit PageAllocator(Memory memory);

  /// Allocates the pages of a program; thread t runs on node_of_thread[t]. With zones, which are
  /// numbered after the nodes, a node's capacity is that of zones[node]. Pages may be bound to a
  /// zone.
  std::optional<AllocatedPages> place(Policy& policy, const std::vector<base::PageOrigin>& origins,
                                      const std::vector<base::NodeId>& node_of_thread,
                                      const std::vector<base::NodeId>& zones = {});
  /// Allocation of one page with the given capacities of nodes and zones.
  struct Placed {
    base::NodeId home;
    bool fallback;  ///< The page is not on the node that the policy selected first.
  };
  std::optional<Placed> place(Policy& policy, const base::PageOrigin& origin, Allocation page,
                              std::vector<std::uint64_t> room,
                              const std::vector<base::NodeId>& zones = {});

 private:
  std::uint64_t& free_on(base::NodeId node);
  void know_rooms();
  /// Calls the policy and returns the allocation, which may be on another node if the selected one
  /// is full.
  std::optional<Placed> ask(Policy& policy, const Allocation& page);
  std::optional<base::NodeId> instead(Policy& policy, Allocation page);

  Memory memory_;
  std::vector<base::NodeId> zones_;   ///< Zones of the current program.
  std::vector<std::uint64_t> rooms_;  ///< Free pages by node, as passed to the policy.
  std::uint64_t nothing_ = 0;         ///< Capacity of a node that the program may not use: 0.
  /// Nodes by distance from each node; empty until requested.
  std::vector<std::vector<base::NodeId>> nearest_;
  std::vector<std::vector<int>> distance_;  ///< Distances from each node; empty until requested.
};

}  // namespace starnuma::placement
