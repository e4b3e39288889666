// SPDX-License-Identifier: Apache-2.0
#include "models/os/os_core.h"

#include <algorithm>
#include <utility>

#include "models/kernel/hierarchy_scope.h"
#include "models/kernel/now.h"

namespace starnuma::os {

using placement::Cost;
using protocol::Access;
using protocol::AccessKind;

OsCore::OsCore(const sc_core::sc_module_name& name, const placement::PlacementConfig& config,
               base::Frequency frequency, paging::PageMap& page_map, std::vector<PlacedCore> cores)
    : sc_module(name),
      config_(config),
      page_time_(config.costs.initiator == Cost::kFree
                     ? base::Time(0)
                     : base::ClockRatio(frequency).time_of(config.page_cycles.value)),
      fault_time_(base::ClockRatio(frequency).time_of(config.write_fault_cycles.value)),
      page_map_(page_map),
      shootdowns_(config, frequency, std::move(cores)),
      shared_(config.os_core == placement::OsCore::kShared ? shootdowns_.cores()[0].core.get()
                                                           : nullptr) {
  SC_HAS_PROCESS(OsCore);
  SC_THREAD(run);
}

void OsCore::let_pages_have_copies() {
  written_.assign(page_map_.pages(), 0);
  for (const PlacedCore& placed : shootdowns_.cores()) placed.core->let_pages_have_copies(*this);
}

void OsCore::migrate(const std::vector<placement::Move>& moves) {
  if (moves.empty()) return;
  moves_.insert(moves_.end(), moves.begin(), moves.end());
  work_.notify(sc_core::SC_ZERO_TIME);
}

kernel::Initiator<protocol::UncachedRequest>& OsCore::scan_uncached() {
  const kernel::HierarchyScope scope(*this);
  uncached_side_ = std::make_unique<kernel::Initiator<protocol::UncachedRequest>>("uncached_side");
  return *uncached_side_;
}

void OsCore::scan(const std::vector<base::LineAddress>& lines, base::Time settled) {
  if (config_.costs.scan == Cost::kFree) return;
  settled_ = settled;
  scan_.insert(scan_.end(), lines.begin(), lines.end());
  work_.notify(sc_core::SC_ZERO_TIME);
}

std::size_t OsCore::cancel() {
  moves_.clear();
  return std::exchange(made_, 0);
}

void OsCore::run() {
  while (true) {
    while (scan_.empty() && made_ >= moves_.size()) wait(work_);
    const base::Time start = kernel::now();
    if (scan_.empty()) {
      move_step();
    } else {
      scan_step();
    }
    const base::Time span = kernel::now() - start;
    counts_.busy += span;
    if (shared_ != nullptr) shared_->interrupt(span);
  }
}

void OsCore::scan_step() {
  sleep_until(settled_);
  const base::Time start = kernel::now();
  std::vector<base::Time> done(static_cast<std::size_t>(config_.lines_in_flight), start);
  for (std::uint64_t line = 0; line < base::kLinesPerPage && !scan_.empty(); ++line) {
    base::Time& time = done[line % done.size()];
    time = scan_line(scan_.front(), time);
    scan_.pop_front();
    ++counts_.scan_lines;
  }
  const base::Time end = *std::max_element(done.begin(), done.end());
  counts_.scan_time += end - start;
  sleep_until(end);
}

/// Reads and resets a line of metadata.
base::Time OsCore::scan_line(base::LineAddress line, base::Time start) {
  if (uncached_side_ == nullptr) return access(line, AccessKind::kMoveWrite, start);
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
  sleep_until(kernel::now() + page_time_);
  if (made_ >= moves_.size()) return;  // cancelled meanwhile
  const placement::Move move = moves_[made_];
  ++made_;
  if (move.copy) {
    copy_page(move);
  } else if (may_still_move(move)) {
    move_page(move);
  }
}

/// Since it was asked for the page may have got a copy, come there, or the node be full.
bool OsCore::may_still_move(const placement::Move& move) const {
  return !page_map_.read_only(move.page) && page_map_.home_of(move.page) != move.to &&
         page_map_.room_on(move.to) > 0;
}

void OsCore::move_page(const placement::Move& move) {
  const base::Time start = kernel::now();
  const base::Frame from = page_map_.frame_of(move.page);
  const base::Frame to = page_map_.next_frame(move.to);
  base::Time time = write_entry(move.page, start);
  time = shoot_down(move.page, time);
  time = copy(from, to, time);
  time = write_entry(move.page, time);
  page_map_.move(move.page, move.to, config_.costs.stall == Cost::kFree ? start : time);
  ++counts_.pages;
  counts_.unavailable += time - start;
  sleep_until(time);
}

void OsCore::copy_page(const placement::Move& move) {
  const auto socket = static_cast<int>(move.to);
  const bool has_one = (page_map_.copies_of(move.page) >> socket & 1) != 0;
  if (has_one || page_map_.room_on(move.to) == 0) return;  // so since the plan
  base::Time time = kernel::now();
  if (!page_map_.read_only(move.page)) {
    time = shoot_down(move.page, write_entry(move.page, time));
    page_map_.protect(move.page, config_.costs.stall == Cost::kFree ? kernel::now() : time);
  }
  const base::Frame frame = page_map_.take_for_copy(move.to);
  sleep_until(copy(page_map_.frame_of(move.page), frame, time));
  if (!page_map_.read_only(move.page)) {
    page_map_.give_back(frame);
    ++counts_.copies_given_up;
    return;
  }
  page_map_.add_copy(move.page, socket, frame);
  ++counts_.copies;
  counts_.most_copies = std::max(counts_.most_copies, page_map_.copies());
  time = write_entry(move.page, kernel::now());
  sleep_until(shoot_down(move.page, time, socket));
}

base::Time OsCore::write_fault(base::PageId id, base::Time time) {
  SN_CHECK(id.space() == page_map_.space(), name(), ": a write fault of page ", id,
           ", which another map has");
  const std::uint64_t page = id.number();
  base::Time done = write_entry(page, time + fault_time_);
  done = shoot_down(page, done);
  done = write_entry(page, done);
  counts_.copies_freed += static_cast<std::int64_t>(
      page_map_.collapse(page, config_.costs.stall == Cost::kFree ? time : done));
  ++counts_.write_faults;
  counts_.fault_time += done - time;
  if (on_fault) on_fault({page, time});
  return done;
}

base::Time OsCore::shoot_down(std::uint64_t page, base::Time start, std::optional<int> socket) {
  return shootdowns_.take_away({page_map_.space(), page}, start, socket);
}

base::Time OsCore::write_entry(std::uint64_t page, base::Time start) {
  if (config_.costs.page_table == Cost::kFree) return start;
  return access(page_map_.entry_line(page, 0), AccessKind::kMoveWrite, start);
}

base::Time OsCore::copy(base::Frame from, base::Frame to, base::Time start) {
  if (config_.costs.copy == Cost::kFree) return start;
  std::vector<base::Time> done(static_cast<std::size_t>(config_.lines_in_flight), start);
  for (std::uint64_t line = 0; line < base::kLinesPerPage; ++line) {
    base::Time& time = done[line % done.size()];
    const std::uint64_t offset = line * base::kLineBytes;
    time = access(page_map_.line_at(from, offset), AccessKind::kMoveRead, time);
    time = access(page_map_.line_at(to, offset), AccessKind::kMoveWrite, time);
    ++counts_.lines;
  }
  return *std::max_element(done.begin(), done.end());
}

/// One access, after which the socket gives the line up.
base::Time OsCore::access(base::LineAddress line, AccessKind kind, base::Time start) {
  Access access;
  access.line = line;
  access.issued = access.time = start;
  access.kind = kind;
  mem_side.send(access);
  Access give_up = access;
  give_up.kind = AccessKind::kWriteback;
  mem_side.send(give_up);
  return access.time;
}

void OsCore::sleep_until(base::Time time) {
  const base::Time span = time - kernel::now();
  if (span > base::Time(0)) {
    wait(sc_core::sc_time::from_value(static_cast<std::uint64_t>(span.ps())));
  }
}

void OsCore::report(accounting::StatWriter& writer) const {
  writer.write("pages", static_cast<double>(counts_.pages), "1", "pages moved");
  writer.write("lines", static_cast<double>(counts_.lines), "1", "lines copied");
  writer.write("busy_time", counts_.busy.ns(), "ns", "time that the core spent on migration");
  writer.write("unavailable_time", counts_.unavailable.ns(), "ns",
               "sum over moves of the time during which the page could not be used");
  writer.write("shootdowns.sent", static_cast<double>(shootdowns_.counts().sent), "1",
               "invalidations sent to cores");
  writer.write("shootdowns.needed", static_cast<double>(shootdowns_.counts().needed), "1",
               "cores whose TLBs held the translation of a moving page");
}

void OsCore::reset_statistics() {
  counts_ = {};
  shootdowns_.reset_statistics();
}

}  // namespace starnuma::os
