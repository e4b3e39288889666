// SPDX-License-Identifier: Apache-2.0
#include "models/os/os_core.h"

#include <algorithm>
#include <string>
#include <utility>

#include "models/kernel/hierarchy_scope.h"
#include "models/kernel/now.h"

namespace starnuma::os {

using placement::Cost;
using protocol::Access;
using protocol::AccessKind;

OsCore::OsCore(const sc_core::sc_module_name& name, const placement::PlacementConfig& config,
               base::Frequency frequency, const std::vector<paging::PageMap*>& page_maps,
               std::vector<PlacedCore> cores)
    : sc_module(name),
      config_(config),
      page_time_(config.costs.initiator == Cost::kFree
                     ? base::Time(0)
                     : base::ClockRatio(frequency).time_of(config.page_cycles.value)),
      fault_time_(base::ClockRatio(frequency).time_of(config.write_fault_cycles.value)),
      page_fault_time_(base::ClockRatio(frequency).time_of(config.page_fault_cycles.value)),
      task_time_(base::ClockRatio(frequency).time_of(config.task_cycles.value)),
      capacity_time_(base::ClockRatio(frequency).time_of(config.capacity_cycles.value)),
      faults_on_(page_maps.empty() ? 0 : page_maps.front()->memory().nodes()),
      shootdowns_(config, frequency, std::move(cores)),
      shared_(config.os_core == placement::OsCore::kShared ? first_core() : nullptr) {
  for (paging::PageMap* map : page_maps)
    spaces_.push_back({map, 0, {}, {}, {}, {}, {}, {}, {}, false});
  for (int core = 0; core < config.os_cores; ++core) {
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

OsCore::Space& OsCore::at(base::SpaceId id) {
  const auto found = std::find_if(spaces_.begin(), spaces_.end(),
                                  [&](const Space& space) { return space.map->space() == id; });
  SN_CHECK(found != spaces_.end(), name(), ": no page map of space ", static_cast<int>(id));
  return *found;
}

void OsCore::handle_faults(bool copies) {
  for (Space& space : spaces_) space.written.assign(copies ? space.map->pages() : 0, 0);
  for (const PlacedCore& placed : shootdowns_.cores()) {
    if (placed.own) placed.core->handle_faults(*this, copies);
  }
}

void OsCore::migrate(base::SpaceId space, const std::vector<placement::Move>& moves) {
  if (moves.empty()) return;
  for (const placement::Move& move : moves) jobs_.push_back({&at(space), move});
  wake();
}

kernel::Initiator<protocol::UncachedRequest>& OsCore::scan_uncached() {
  const kernel::HierarchyScope scope(*this);
  uncached_side_ = std::make_unique<kernel::Initiator<protocol::UncachedRequest>>("uncached_side");
  return *uncached_side_;
}

kernel::Initiator<protocol::Access, cache::PrivateSnoop>& OsCore::add_socket_side(int socket) {
  const kernel::HierarchyScope scope(*this);
  const std::string side = "socket" + std::to_string(socket) + "_side";
  auto& made = socket_sides_[socket];
  made = std::make_unique<kernel::Initiator<protocol::Access, cache::PrivateSnoop>>(
      side.c_str(), static_cast<cache::PrivateSnoop&>(*this));
  return *made;
}

void OsCore::scan(base::SpaceId space, const std::vector<base::LineAddress>& lines,
                  base::Time settled) {
  if (config_.costs.scan == Cost::kFree) return;
  at(space).settled = settled;
  for (const base::LineAddress line : lines) scan_.push_back({&at(space), line});
  wake();
}

std::size_t OsCore::cancel(base::SpaceId space) {
  const Space& own = at(space);
  jobs_.erase(std::remove_if(jobs_.begin(), jobs_.end(),
                             [&](const Job& job) { return job.space == &own && job.moves(); }),
              jobs_.end());
  return std::exchange(at(space).made, 0);
}

void OsCore::wake() { work_.notify(execution_); }

void OsCore::serve() {
  while (true) {
    while (idle()) work_.wait(execution_);
    if (work_of_others_.empty()) {
      ++working_;
      work_once();
      --working_;
    } else {
      exclusive_ = true;
      while (!work_of_others_.empty()) work_for_others();
      exclusive_ = false;
    }
    if (config_.os_cores > 1) wake();
  }
}

bool OsCore::idle() const {
  if (exclusive_) return true;
  return work_of_others_.empty() ? scan_.empty() && jobs_.empty() : working_ > 0;
}

void OsCore::work_once() {
  const base::Time start = kernel::now();
  Space& space = scan_.empty() ? *jobs_.front().space : *scan_.front().space;
  if (scan_.empty()) {
    move_step();
  } else {
    scan_step();
  }
  const base::Time span = kernel::now() - start;
  space.counts.busy += span;
  if (shared_ != nullptr) shared_->interrupt(span);
}

void OsCore::scan_step() {
  Space& space = *scan_.front().space;
  execution_.sleep_until(space.settled);
  const base::Time start = kernel::now();
  std::vector<base::LineAddress> lines;
  while (lines.size() < base::kLinesPerPage && !scan_.empty() && scan_.front().space == &space) {
    lines.push_back(scan_.front().line);
    scan_.pop_front();
  }
  space.counts.scan_lines += static_cast<std::int64_t>(lines.size());
  const base::Time end = in_flight(lines.size(), start, [&](std::uint64_t line, base::Time time) {
    return scan_line(lines[line], time);
  });
  space.counts.scan_time += end - start;
  execution_.sleep_until(end);
}

/// Reads and resets a line of metadata.
base::Time OsCore::scan_line(base::LineAddress line, base::Time start) {
  if (uncached_side_ == nullptr) return access(line, AccessKind::kMoveWrite, start);
  execution_.wait_until(start);
  protocol::UncachedRequest request;
  request.line = line;
  request.purpose = protocol::Message::Purpose::kMigration;
  request.time = start;
  for (const auto op : {protocol::uncached::Op::kRead, protocol::uncached::Op::kWrite}) {
    request.op = op;
    uncached_side_->send(request);
  }
  return request.time;
}

void OsCore::move_step() {
  if (!jobs_.front().moves()) {
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    return job.task ? move_task(*job.space, *job.task) : unmap_pages(job);
  }
  execution_.sleep_until(kernel::now() + page_time_);
  if (jobs_.empty() || !jobs_.front().moves()) return;  // cancelled meanwhile
  const Job job = std::move(jobs_.front());
  jobs_.pop_front();
  ++job.space->made;
  wait_while_held(*job.space, job.move.page);
  if (job.move.copy) {
    copy_page(job);
  } else if (may_still_move(*job.space->map, job.move)) {
    move_page(job);
  }
}

void OsCore::report(accounting::StatWriter& writer) const {
  OsStats sum;
  for (const Space& space : spaces_) {
    sum.pages += space.counts.pages;
    sum.lines += space.counts.lines;
    sum.busy += space.counts.busy;
    sum.unavailable += space.counts.unavailable;
  }
  const Shootdowns::ShootdownStats shootdowns = shootdowns_.total();
  writer.write("pages", static_cast<double>(sum.pages), "1", "pages moved");
  writer.write("lines", static_cast<double>(sum.lines), "1", "lines copied");
  writer.write("busy_time", sum.busy.ns(), "ns", "time that the core spent on migration");
  writer.write("unavailable_time", sum.unavailable.ns(), "ns",
               "sum over moves of the time during which the page could not be used");
  writer.write("shootdowns.sent", static_cast<double>(shootdowns.sent), "1",
               "invalidations sent to cores");
  writer.write("shootdowns.needed", static_cast<double>(shootdowns.needed), "1",
               "cores whose TLBs held the translation of a moving page");
}

void OsCore::reset_statistics() {
  for (Space& space : spaces_) space.counts = {};
  shootdowns_.reset_statistics();
}

}  // namespace starnuma::os
