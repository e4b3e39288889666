// SPDX-License-Identifier: Apache-2.0
#include "models/os/os_core.h"

#include <algorithm>
#include <utility>

#include "models/kernel/now.h"

namespace starnuma::os {

OsCore::OsCore(const sc_core::sc_module_name& name, const placement::PlacementConfig& config,
               base::Frequency frequency, const std::vector<paging::PageMap*>& page_maps,
               std::vector<PlacedCore> cores)
    : sc_module(name),
      scan_free_(config.costs.scan == placement::Cost::kFree),
      os_cores_(config.os_cores),
      capacity_time_(base::ClockRatio(frequency).time_of(config.capacity_cycles.value)),
      maps_(page_maps),
      port_(config, execution_),
      shootdowns_(config, frequency, std::move(cores)),
      held_(execution_, port_, shootdowns_),
      mover_(config, frequency, parts_, written_),
      copies_(config, parts_),
      unmapper_(parts_),
      tasks_(config, frequency, shootdowns_.cores()),
      faults_(config, frequency, parts_, {mover_, copies_, tasks_}),
      recovery_(config, frequency, parts_),
      scan_(execution_, port_),
      shared_(config.os_core == placement::OsCore::kShared ? first_core() : nullptr) {
  for (int core = 0; core < os_cores_; ++core) {
    sc_core::sc_spawn([this] { execution_.spawn([this] { serve(); }); },
                      sc_core::sc_gen_unique_name("run"));
  }
}

/// Returns the first core of the operating system's host.
ProgramCore* OsCore::first_core() const {
  return std::find_if(shootdowns_.cores().begin(), shootdowns_.cores().end(),
                      [](const PlacedCore& placed) { return placed.own; })
      ->core.get();
}

void OsCore::handle_faults(bool copies) {
  for (const paging::PageMap* map : maps_.all()) {
    written_[map->space()].assign(copies ? map->pages() : 0, 0);
  }
  for (const PlacedCore& placed : shootdowns_.cores()) {
    if (placed.own) placed.core->handle_faults(*this, copies);
  }
}

void OsCore::migrate(base::SpaceId space, const std::vector<placement::Move>& moves) {
  if (moves.empty()) return;
  for (const placement::Move& move : moves) jobs_.push_back({space, move});
  work_.notify(execution_);
}

void OsCore::scan(base::SpaceId space, const std::vector<base::LineAddress>& lines,
                  base::Time settled) {
  if (scan_free_) return;
  scan_.add(space, lines, settled);
  work_.notify(execution_);
}

void OsCore::unmap(base::SpaceId space, const std::vector<std::uint64_t>& pages) {
  constexpr std::size_t kStep = 64;
  for (std::size_t first = 0; first < pages.size(); first += kStep) {
    const std::size_t end = std::min(first + kStep, pages.size());
    jobs_.push_back({space,
                     {},
                     {pages.begin() + static_cast<std::ptrdiff_t>(first),
                      pages.begin() + static_cast<std::ptrdiff_t>(end)}});
  }
  work_.notify(execution_);
}

bool OsCore::unmapping(base::SpaceId space) const {
  return std::any_of(jobs_.begin(), jobs_.end(),
                     [&](const Job& job) { return job.space == space && !job.unmap.empty(); });
}

void OsCore::move_tasks(base::SpaceId space, const std::vector<placement::TaskMove>& moves) {
  for (const placement::TaskMove& move : moves) {
    tasks_.check(space, move);
    jobs_.push_back({space, {}, {}, move});
  }
  work_.notify(execution_);
}

std::size_t OsCore::cancel(base::SpaceId space) {
  jobs_.erase(std::remove_if(jobs_.begin(), jobs_.end(),
                             [&](const Job& job) { return job.space == space && job.moves(); }),
              jobs_.end());
  return mover_.take_made(space);
}

void OsCore::carry_out(std::function<void()> work) {
  alone_.push_back(std::move(work));
  work_.notify(execution_);
}

void OsCore::serve() {
  while (true) {
    while (idle()) work_.wait(execution_);
    if (alone_.empty()) {
      ++working_;
      work_once();
      --working_;
    } else {
      exclusive_ = true;
      while (!alone_.empty()) work_alone();
      exclusive_ = false;
    }
    if (os_cores_ > 1) work_.notify(execution_);
  }
}

bool OsCore::idle() const {
  if (exclusive_) return true;
  return alone_.empty() ? scan_.empty() && jobs_.empty() : working_ > 0;
}

void OsCore::work_once() {
  const base::Time start = kernel::now();
  const base::SpaceId space = scan_.empty() ? jobs_.front().space : scan_.next_space();
  scan_.empty() ? do_job() : scan_.step();
  const base::Time span = kernel::now() - start;
  busy_[space] += span;
  if (shared_ != nullptr) shared_->interrupt(span);
}

void OsCore::work_alone() {
  const base::Time start = kernel::now();
  const std::function<void()> work = std::move(alone_.front());
  alone_.pop_front();
  execution_.sleep_until(start + capacity_time_);
  work();
  if (shared_ != nullptr) shared_->interrupt(kernel::now() - start);
}

void OsCore::do_job() {
  const bool moves = jobs_.front().moves();
  if (moves) mover_.prepare();
  if (moves && (jobs_.empty() || !jobs_.front().moves())) return;  // cancelled meanwhile
  const Job job = std::move(jobs_.front());
  jobs_.pop_front();
  paging::PageMap& map = maps_.at(job.space);
  if (job.task) return tasks_.move(job.space, *job.task);
  if (!moves) return unmapper_.unmap(map, job.unmap);
  mover_.count_made(job.space);
  held_.wait_while_held(map, job.move.page);
  job.move.copy ? copies_.make(map, job.move) : mover_.move(map, job.move);
}

OsCore::OsStats OsCore::counts(base::SpaceId space) const {
  return {port_.counts(space),     mover_.counts(space),  copies_.counts(space),
          unmapper_.counts(space), faults_.counts(space), tasks_.counts(space),
          recovery_.counts(space), scan_.counts(space),   busy_[space]};
}

void OsCore::report(accounting::StatWriter& writer) const {
  OsStats sum{};
  for (const paging::PageMap* map : maps_.all()) {
    const OsStats counts = this->counts(map->space());
    sum.pages += counts.pages;
    sum.lines += counts.lines;
    sum.busy += counts.busy;
    sum.unavailable += counts.unavailable;
  }
  const Shootdowns::ShootdownStats shootdowns = shootdowns_.total();
  writer.write("pages", sum.pages, "1", "pages moved");
  writer.write("lines", sum.lines, "1", "lines copied");
  writer.write("busy_time", sum.busy.ns(), "ns", "time that the core spent on migration");
  writer.write("unavailable_time", sum.unavailable.ns(), "ns",
               "sum over moves of the time during which the page could not be used");
  writer.write("shootdowns.sent", shootdowns.sent, "1", "invalidations sent to cores");
  writer.write("shootdowns.needed", shootdowns.needed, "1",
               "cores whose TLBs held the translation of a moving page");
}

void OsCore::reset_statistics() {
  port_.reset_statistics();
  mover_.reset_statistics();
  copies_.reset_statistics();
  unmapper_.reset_statistics();
  faults_.reset_statistics();
  tasks_.reset_statistics();
  recovery_.reset_statistics();
  scan_.reset_statistics();
  shootdowns_.reset_statistics();
  busy_ = {};
}

}  // namespace starnuma::os
