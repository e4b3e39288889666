// SPDX-License-Identifier: Apache-2.0
// Tasks of the operating system's programs: their cores, and their moves between cores.
//
// Contract:
// - A move waits for the task's outstanding accesses, then takes `task_cycles`.
// - With `task_state: flushed` the core first flushes its private caches and invalidates the
//   space's translations, as does the other core of a swap.
// - A core with a task of another space, or of another host, is not a target.
#pragma once

#include <optional>
#include <vector>

#include "models/os/per_space.h"
#include "models/os/shootdown.h"
#include "models/placement/plan.h"

namespace starnuma::os {

class Tasks {
 public:
  struct TaskStats {
    std::int64_t task_moves = 0;
    /// Number of task moves refused because the core runs a task of another program.
    std::int64_t tasks_stay = 0;
    base::Time task_time;  ///< Time that tasks lost by moving, without the wait for their accesses.
    std::int64_t flushed_lines = 0;
    std::int64_t flushed_translations = 0;
  };

  /// Precondition: the cores outlive this object.
  Tasks(const placement::PlacementConfig& config, base::Frequency frequency,
        const std::vector<PlacedCore>& cores);

  /// Sets the core of each thread of the space. Precondition: before the run.
  void place(base::SpaceId space, std::vector<base::CoreId> cores);
  /// Current core of each thread.
  const std::vector<base::CoreId>& cores_of(base::SpaceId space) const { return tasks_[space]; }
  /// All cores that have run a thread of the space, in that order.
  const std::vector<base::CoreId>& visited(base::SpaceId space) const { return visited_[space]; }
  /// Thread of the space on a core.
  std::optional<int> task_on(base::SpaceId space, base::CoreId core) const;
  /// Returns which cores are busy; cores of other hosts count as busy.
  std::vector<bool> busy() const;
  /// Fails if the space has no such thread, or the machine no such core.
  void check(base::SpaceId space, const placement::TaskMove& move) const;
  void move(base::SpaceId space, const placement::TaskMove& move);

  const TaskStats& counts(base::SpaceId space) const { return counts_[space]; }
  void reset_statistics() { counts_ = {}; }

 private:
  base::Time flush(base::SpaceId space, ProgramCore& core);

  base::Time task_time_;
  bool flushed_;
  const std::vector<PlacedCore>& cores_;
  PerSpace<std::vector<base::CoreId>> tasks_;
  PerSpace<std::vector<base::CoreId>> visited_;
  PerSpace<TaskStats> counts_;
};

}  // namespace starnuma::os
