// SPDX-License-Identifier: Apache-2.0
// Which tasks go to their pages.
//
// Contract: a task's private faults are counted by the node that the page lies on; when a pass over
// the program's memory is over the counts are halved. A task prefers the node with most of them,
// the lowest of equals; where that is not the one it runs on, more faults were there than here, and
// a core of it is idle, it goes to the first such core. Tasks do not change places. Linux compares
// the load of both nodes as well, and swaps tasks.
#pragma once

#include <cstdint>
#include <vector>

#include "models/placement/knowledge.h"
#include "models/placement/plan.h"

namespace starnuma::placement {

class TaskHomes {
 public:
  explicit TaskHomes(int sockets) : sockets_(static_cast<std::size_t>(sockets)) {}

  /// A private fault of the task on a page of this node; nodes without cores do not count.
  void count(int task, base::NodeId home);
  /// A pass is over.
  std::vector<TaskMove> end_pass(const MemoryState& memory);

 private:
  std::size_t sockets_;
  std::vector<std::vector<std::uint64_t>> faults_;  ///< By task and socket.
};

}  // namespace starnuma::placement
