// SPDX-License-Identifier: Apache-2.0
// Selection of the tasks that move to their pages.
//
// Contract:
// - The private faults of a task are counted by the node of the page. At the end of a pass over the
//   program's memory the counts are halved.
// - The preferred node of a task is the one with most faults; among equals, the lowest.
// - A task moves to the first idle core of its preferred node if it runs on another node and had
//   fewer faults there.
//
// Not modelled: tasks do not swap cores. Linux also compares the load of both nodes, and swaps
// tasks.
#pragma once

#include <cstdint>
#include <vector>

#include "models/placement/knowledge.h"
#include "models/placement/plan.h"

namespace starnuma::placement {

class TaskHomes {
 public:
  explicit TaskHomes(int sockets) : sockets_(static_cast<std::size_t>(sockets)) {}

  /// Counts a private fault of the task on a page of this node; nodes without cores are ignored.
  void count(int task, base::NodeId home);
  /// Ends a pass.
  std::vector<TaskMove> end_pass(const MemoryState& memory);

 private:
  std::size_t sockets_;
  std::vector<std::vector<std::uint64_t>> faults_;  ///< Number of faults by task and socket.
};

}  // namespace starnuma::placement
