// SPDX-License-Identifier: Apache-2.0
// Hands out room for pages before a run: each where its program binds it, or else where the policy
// wants it, as far as there is room.
//
// Contract: pages are placed in the order of the calls and, of one program, in page order. A policy
// that names a full node is asked once more, with what room there is; if it names a full one again
// the page goes to the nearest node with room. Bound pages are not asked about and not refused.
// place() gives nothing where no node has room for a page. Pages that get memory while the program
// runs are placed one by one, with the room that is told; of those a bound one needs room too.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "models/base/arena.h"
#include "models/placement/policy.h"

namespace starnuma::placement {

struct AllocatedPages {
  std::vector<base::NodeId> homes;  ///< By page.
  std::uint64_t elsewhere = 0;      ///< Not on the node that the policy named first: it was full.
};

class PageAllocator {
 public:
  /// Of memory: pages that fit on each node, the node whose room a node's pages take (others than
  /// itself where devices share pages), all nodes by their distance from one, and these distances
  /// by node, 10 to itself; absent: all others are alike.
  struct Memory {
    std::vector<std::uint64_t> room;
    std::vector<base::NodeId> room_of;
    std::function<std::vector<base::NodeId>(base::NodeId)> nearest;
    std::function<std::vector<int>(base::NodeId)> distance = {};
  };

  explicit PageAllocator(Memory memory);
  /// Of so many nodes that are never full.
  static PageAllocator without_limits(int nodes);

  /// Thread t of the program runs on node_of_thread[t]. The room of a node is that of zones[node],
  /// where there are zones, numbered behind the nodes; pages may be bound to a zone.
  std::optional<AllocatedPages> place(Policy& policy, const std::vector<base::PageOrigin>& origins,
                                      const std::vector<base::NodeId>& node_of_thread,
                                      const std::vector<base::NodeId>& zones = {});
  /// One page, with so much room on each node and zone.
  struct Placed {
    base::NodeId home;
    bool elsewhere;  ///< Not on the node that the policy named first.
  };
  std::optional<Placed> place(Policy& policy, const base::PageOrigin& origin, Allocation page,
                              std::vector<std::uint64_t> room,
                              const std::vector<base::NodeId>& zones = {});

 private:
  std::uint64_t& room_on(base::NodeId node);
  void know_rooms();
  /// Where the policy wants it, or where it goes instead.
  std::optional<Placed> ask(Policy& policy, const Allocation& page);
  std::optional<base::NodeId> instead(Policy& policy, Allocation page);

  Memory memory_;
  std::vector<base::NodeId> zones_;                 ///< Of the program that is placed.
  std::vector<std::uint64_t> rooms_;                ///< By node, as it may know them.
  std::uint64_t nothing_ = 0;                       ///< Room of a node that it may not use.
  std::vector<std::vector<base::NodeId>> nearest_;  ///< By node; empty: not asked for yet.
  std::vector<std::vector<int>> distance_;          ///< The same.
};

}  // namespace starnuma::placement
