// SPDX-License-Identifier: Apache-2.0
#include "models/os/tasks.h"

#include <algorithm>

#include "models/kernel/now.h"

namespace starnuma::os {

Tasks::Tasks(const placement::PlacementConfig& config, base::Frequency frequency,
             const std::vector<PlacedCore>& cores)
    : task_time_(base::ClockRatio(frequency).time_of(config.task_cycles.value)),
      flushed_(config.task_state == placement::TaskState::kFlushed),
      cores_(cores) {}

void Tasks::place(base::SpaceId space, std::vector<base::CoreId> cores) {
  tasks_[space] = visited_[space] = std::move(cores);
}

std::optional<int> Tasks::task_on(base::SpaceId space, base::CoreId core) const {
  const std::vector<base::CoreId>& tasks = tasks_[space];
  const auto task = std::find(tasks.begin(), tasks.end(), core);
  if (task == tasks.end()) return std::nullopt;
  return static_cast<int>(task - tasks.begin());
}

std::vector<bool> Tasks::busy() const {
  std::vector<bool> busy;
  for (const PlacedCore& placed : cores_) busy.push_back(!placed.own || placed.core->busy());
  return busy;
}

void Tasks::check(base::SpaceId space, const placement::TaskMove& move) const {
  SN_CHECK(move.task >= 0 && static_cast<std::size_t>(move.task) < tasks_[space].size() &&
               static_cast<std::size_t>(move.to) < cores_.size(),
           "operating system: no task ", move.task, " or core ", base::index_of(move.to));
}

void Tasks::move(base::SpaceId space, const placement::TaskMove& move) {
  base::CoreId& from = tasks_[space][static_cast<std::size_t>(move.task)];
  if (from == move.to) return;
  TaskStats& counts = counts_[space];
  const PlacedCore& target = cores_[static_cast<std::size_t>(move.to)];
  ProgramCore& left = *cores_[static_cast<std::size_t>(from)].core;
  ProgramCore& entered = *target.core;
  if (!target.own || (entered.busy() && !entered.runs(space))) {
    ++counts.tasks_stay;
    return;
  }
  for (ProgramCore* core : {&left, &entered}) core->halt();
  base::Time span = flush(space, left);
  if (entered.busy()) {
    span = std::max(span, flush(space, entered));
    *std::find(tasks_[space].begin(), tasks_[space].end(), move.to) = from;
    counts.task_time += task_time_ + span;
  }
  left.change_tasks(entered, task_time_ + span);
  SN_CHECK(entered.runs(space), "operating system: core ", base::index_of(move.to),
           " has a task of space ", static_cast<int>(space), " and runs another");
  for (ProgramCore* core : {&left, &entered}) core->end_halt();
  from = move.to;
  std::vector<base::CoreId>& visited = visited_[space];
  if (std::find(visited.begin(), visited.end(), move.to) == visited.end()) {
    visited.push_back(move.to);
  }
  ++counts.task_moves;
  counts.task_time += task_time_ + span;
}

base::Time Tasks::flush(base::SpaceId space, ProgramCore& core) {
  if (!flushed_) return {};
  const ProgramCore::Flushed flushed =
      core.flush(space, std::max(kernel::now(), core.latest_use()));
  counts_[space].flushed_lines += flushed.lines;
  counts_[space].flushed_translations += flushed.translations;
  return flushed.span;
}

}  // namespace starnuma::os
