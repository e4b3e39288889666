// SPDX-License-Identifier: Apache-2.0
// Task migration between cores.
#include <algorithm>

#include "models/base/check.h"
#include "models/kernel/now.h"
#include "models/os/os_core.h"

namespace starnuma::os {

void OsCore::place_tasks(base::SpaceId space, std::vector<base::CoreId> cores) {
  at(space).tasks = at(space).visited = std::move(cores);
}

std::vector<bool> OsCore::busy() const {
  std::vector<bool> busy;
  for (const PlacedCore& placed : shootdowns_.cores()) {
    busy.push_back(!placed.own || placed.core->busy());
  }
  return busy;
}

void OsCore::move_tasks(base::SpaceId space, const std::vector<placement::TaskMove>& moves) {
  const int tasks = static_cast<int>(at(space).tasks.size());
  for (const placement::TaskMove& move : moves) {
    SN_CHECK(move.task >= 0 && move.task < tasks &&
                 static_cast<std::size_t>(move.to) < shootdowns_.cores().size(),
             name(), ": no task ", move.task, " or core ", base::index_of(move.to));
    jobs_.push_back({&at(space), {}, {}, move});
  }
  wake();
}

void OsCore::move_task(Space& space, const placement::TaskMove& move) {
  base::CoreId& from = space.tasks[static_cast<std::size_t>(move.task)];
  if (from == move.to) return;
  const auto core_at = [&](base::CoreId core) -> ProgramCore& {
    return *shootdowns_.cores()[static_cast<std::size_t>(core)].core;
  };
  ProgramCore& left = core_at(from);
  ProgramCore& entered = core_at(move.to);
  const bool own = shootdowns_.cores()[static_cast<std::size_t>(move.to)].own;
  if (!own || (entered.busy() && !entered.runs(space.map->space()))) {
    ++space.counts.tasks_stay;
    return;
  }
  std::vector<ProgramCore*> halted;
  if (execution_.overlaps()) halted = {&left, &entered};
  for (ProgramCore* core : halted) core->halt(execution_);
  base::Time span = flush(space, left);
  if (entered.busy()) {
    span = std::max(span, flush(space, entered));
    *std::find(space.tasks.begin(), space.tasks.end(), move.to) = from;
    space.counts.task_time += task_time_ + span;
  }
  left.change_tasks(entered, task_time_ + span);
  SN_CHECK(entered.runs(space.map->space()), name(), ": core ", base::index_of(move.to),
           " has a task of space ", static_cast<int>(space.map->space()), " and runs another");
  for (ProgramCore* core : halted) core->end_halt();
  from = move.to;
  auto& visited = space.visited;
  if (std::find(visited.begin(), visited.end(), move.to) == visited.end()) {
    visited.push_back(move.to);
  }
  ++space.counts.task_moves;
  space.counts.task_time += task_time_ + span;
}

base::Time OsCore::flush(Space& space, ProgramCore& core) {
  if (config_.task_state == placement::TaskState::kLeft) return {};
  const ProgramCore::Flushed flushed =
      core.flush(space.map->space(), std::max(kernel::now(), core.latest_use()));
  space.counts.flushed_lines += flushed.lines;
  space.counts.flushed_translations += flushed.translations;
  return flushed.span;
}

}  // namespace starnuma::os
