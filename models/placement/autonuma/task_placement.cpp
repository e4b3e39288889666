// SPDX-License-Identifier: Apache-2.0
#include "models/placement/autonuma/task_placement.h"

#include <algorithm>

namespace starnuma::placement {

void TaskHomes::count(int task, base::NodeId home) {
  const auto socket = static_cast<std::size_t>(home);
  if (task < 0 || socket >= sockets_) return;
  const auto index = static_cast<std::size_t>(task);
  if (faults_.size() <= index) faults_.resize(index + 1);
  faults_[index].resize(sockets_, 0);
  ++faults_[index][socket];
}

std::vector<TaskMove> TaskHomes::end_pass(const MemoryState& memory) {
  std::vector<TaskMove> moves;
  std::vector<bool> busy = memory.busy;
  const std::size_t cores = busy.size() / sockets_;
  for (std::size_t task = 0; task < std::min(faults_.size(), memory.tasks.size()); ++task) {
    std::vector<std::uint64_t>& faults = faults_[task];
    if (faults.empty()) continue;
    const auto best = std::max_element(faults.begin(), faults.end());
    const auto wanted = static_cast<std::size_t>(best - faults.begin());
    const auto core = static_cast<std::size_t>(memory.tasks[task]);
    if (*best > faults[core / cores]) {
      const auto first = busy.begin() + static_cast<std::ptrdiff_t>(wanted * cores);
      const auto idle = std::find(first, first + static_cast<std::ptrdiff_t>(cores), false);
      if (idle != first + static_cast<std::ptrdiff_t>(cores)) {
        *idle = true;
        busy[core] = false;
        moves.push_back({static_cast<int>(task), static_cast<base::CoreId>(idle - busy.begin())});
      }
    }
    for (std::uint64_t& count : faults) count /= 2;
  }
  return moves;
}

}  // namespace starnuma::placement
