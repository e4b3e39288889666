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
  SC_HAS_PROCESS(OsCore);
  SC_THREAD(run);
}

/// Of its host.
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

void OsCore::take_faults(bool copies) {
  for (Space& space : spaces_) space.written.assign(copies ? space.map->pages() : 0, 0);
  for (const PlacedCore& placed : shootdowns_.cores()) {
    if (placed.own) placed.core->take_faults(*this, copies);
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

void OsCore::wake() {
  in_time_ != nullptr ? for_work_.wake(*in_time_) : work_.notify(sc_core::SC_ZERO_TIME);
}

void OsCore::run() {
  in_time_ != nullptr ? in_time_->spawn([this] { serve(); }) : serve();
}

void OsCore::serve() {
  while (true) {
    while (scan_.empty() && jobs_.empty() && work_of_others_.empty()) {
      in_time_ != nullptr ? for_work_.wait(*in_time_) : wait(work_);
    }
    while (!work_of_others_.empty()) work_for_others();
    if (scan_.empty() && jobs_.empty()) continue;
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
}

void OsCore::scan_step() {
  Space& space = *scan_.front().space;
  sleep_until(space.settled);
  const base::Time start = kernel::now();
  std::vector<base::LineAddress> lines;
  while (lines.size() < base::kLinesPerPage && !scan_.empty() && scan_.front().space == &space) {
    lines.push_back(scan_.front().line);
    scan_.pop_front();
  }
  space.counts.scan_lines += static_cast<std::int64_t>(lines.size());
  const base::Time end = side_by_side(
      lines.size(), static_cast<std::uint64_t>(config_.lines_in_flight), start,
      [&](std::uint64_t line, base::Time time) { return scan_line(lines[line], time); });
  space.counts.scan_time += end - start;
  sleep_until(end);
}

/// Reads and resets a line of metadata.
base::Time OsCore::scan_line(base::LineAddress line, base::Time start) {
  if (uncached_side_ == nullptr) return access(line, AccessKind::kMoveWrite, start);
  if (in_time_ != nullptr) in_time_->wait_until(start);
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
  sleep_until(kernel::now() + page_time_);
  if (jobs_.empty() || !jobs_.front().moves()) return;  // cancelled meanwhile
  const Job job = jobs_.front();
  jobs_.pop_front();
  ++job.space->made;
  if (job.move.copy) {
    copy_page(job);
  } else if (may_still_move(*job.space->map, job.move)) {
    move_page(job);
  }
}

/// Since it was asked for the page may have got a copy, come there, or the node be full.
bool OsCore::may_still_move(const paging::PageMap& map, const placement::Move& move) {
  return map.allocated(move.page) && !map.read_only(move.page) &&
         map.home_of(move.page) != move.to && map.room_on(move.to) > 0;
}

void OsCore::move_page(const Job& job) {
  Space& space = *job.space;
  const std::uint64_t page = job.move.page;
  const base::Time start = kernel::now();
  const base::Frame from = space.map->frame_of(page);
  const base::Frame to = space.map->next_frame(job.move.to);
  base::Time time = write_entry(space, page, start);
  time = in_time_ != nullptr ? take_over(space, page, time) : shoot_down(space, page, time);
  time = copy(space, from, to, time);
  time = write_entry(space, page, time);
  if (in_time_ != nullptr) time = std::max(time, kernel::now());
  space.map->move(page, job.move.to, config_.costs.stall == Cost::kFree ? start : time);
  if (in_time_ != nullptr) {
    for (const PlacedCore& placed : shootdowns_.cores()) placed.core->go_on_with_pages();
  }
  ++space.counts.pages;
  space.counts.unavailable += time - start;
  sleep_until(time);
}

/// In SystemC time: from now on nobody uses the page.
base::Time OsCore::take_over(const Space& space, std::uint64_t page, base::Time start) {
  sleep_until(start);
  space.map->hold(page);
  const base::Time acknowledged = shoot_down(space, page, kernel::now());
  sleep_until(acknowledged);
  for (const PlacedCore& placed : shootdowns_.cores()) {
    placed.core->wait_until_unused({space.map->space(), page});
  }
  return kernel::now();
}

void OsCore::copy_page(const Job& job) {
  Space& space = *job.space;
  paging::PageMap& map = *space.map;
  const std::uint64_t page = job.move.page;
  const auto socket = static_cast<int>(job.move.to);
  const bool has_one = (map.copies_of(page) >> socket & 1) != 0;
  if (has_one || !map.allocated(page) || map.room_on(job.move.to) == 0) return;
  base::Time time = kernel::now();
  if (!map.read_only(page)) {
    time = shoot_down(space, page, write_entry(space, page, time));
    map.protect(page, config_.costs.stall == Cost::kFree ? kernel::now() : time);
  }
  const base::Frame frame = map.take_for_copy(job.move.to);
  sleep_until(copy(space, map.frame_of(page), frame, time));
  if (!map.read_only(page)) {
    map.give_back(frame);
    ++space.counts.copies_given_up;
    return;
  }
  map.add_copy(page, socket, frame);
  ++space.counts.copies;
  space.counts.most_copies = std::max(space.counts.most_copies, map.copies());
  time = write_entry(space, page, kernel::now());
  sleep_until(shoot_down(space, page, time, socket));
}

base::Time OsCore::shoot_down(const Space& space, std::uint64_t page, base::Time start,
                              std::optional<int> socket) {
  return shootdowns_.take_away({space.map->space(), page}, start, socket);
}

base::Time OsCore::write_entry(const Space& space, std::uint64_t page, base::Time start,
                               int socket) {
  if (config_.costs.page_table == Cost::kFree) return start;
  const auto tables = static_cast<std::uint64_t>(space.map->tables());
  return side_by_side(tables, tables, start, [&](std::uint64_t table, base::Time time) {
    const base::LineAddress line = space.map->entry_line(page, 0, static_cast<int>(table));
    return access(line, AccessKind::kMoveWrite, time, socket);
  });
}

base::Time OsCore::side_by_side(std::uint64_t count, std::uint64_t lanes, base::Time start,
                                const Work& work) {
  std::vector<base::Time> done(lanes, start);
  if (in_time_ == nullptr) {
    for (std::uint64_t i = 0; i < count; ++i) done[i % lanes] = work(i, done[i % lanes]);
    return *std::max_element(done.begin(), done.end());
  }
  kernel::Fiber* const caller = in_time_->running();
  std::uint64_t under_way = lanes;
  for (std::uint64_t lane = 0; lane < lanes; ++lane) {
    in_time_->spawn([&, lane] {
      for (std::uint64_t i = lane; i < count; i += lanes) done[lane] = work(i, done[lane]);
      if (--under_way == 0) in_time_->make_ready(*caller);
    });
  }
  in_time_->wait();
  return *std::max_element(done.begin(), done.end());
}

base::Time OsCore::copy(Space& space, base::Frame from, base::Frame to, base::Time start,
                        int socket) {
  if (config_.costs.copy == Cost::kFree) return start;
  space.counts.lines += static_cast<std::int64_t>(base::kLinesPerPage);
  return side_by_side(
      base::kLinesPerPage, static_cast<std::uint64_t>(config_.lines_in_flight), start,
      [&](std::uint64_t line, base::Time time) {
        const std::uint64_t offset = line * base::kLineBytes;
        time = access(space.map->line_at(from, offset), AccessKind::kMoveRead, time, socket);
        return access(space.map->line_at(to, offset), AccessKind::kMoveWrite, time, socket);
      });
}

/// One access, after which the socket gives the line up.
base::Time OsCore::access(base::LineAddress line, AccessKind kind, base::Time start, int socket) {
  const auto other = socket_sides_.find(socket);
  auto& side = other != socket_sides_.end() ? *other->second : mem_side;
  if (in_time_ != nullptr) in_time_->wait_until(start);
  Access access;
  access.line = line;
  access.issued = access.time = start;
  access.kind = kind;
  side.send(access);
  if (protocol::is_uncached(kind)) return access.time;
  Access give_up = access;
  give_up.kind = AccessKind::kWriteback;
  side.send(give_up);
  return access.time;
}

void OsCore::sleep_until(base::Time time) {
  in_time_ != nullptr ? in_time_->wait_until(time) : kernel::wait_until(time);
}

void OsCore::report(accounting::StatWriter& writer) const {
  Counts sum;
  for (const Space& space : spaces_) {
    sum.pages += space.counts.pages;
    sum.lines += space.counts.lines;
    sum.busy += space.counts.busy;
    sum.unavailable += space.counts.unavailable;
  }
  const Shootdowns::Counts shootdowns = shootdowns_.total();
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
