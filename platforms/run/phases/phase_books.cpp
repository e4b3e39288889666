// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/phases/phase_books.h"

#include <algorithm>

#include "models/kernel/now.h"
#include "platforms/assembly/scaling/count_scale.h"
#include "platforms/run/measure/ratio.h"

namespace starnuma::run {
namespace {

/// Returns the counts after `before`. The maximum of copies is that since the last reset.
os::OsCore::OsStats since(os::OsCore::OsStats counts, const os::OsCore::OsStats& before) {
  using Stats = os::OsCore::OsStats;
  constexpr std::int64_t Stats::*kCounts[] = {&Stats::lines,         &Stats::scan_lines,
                                              &Stats::copies,        &Stats::copies_abandoned,
                                              &Stats::copies_freed,  &Stats::write_faults,
                                              &Stats::unmapped,      &Stats::page_faults,
                                              &Stats::first_touches, &Stats::zeroed_lines,
                                              &Stats::task_moves,    &Stats::tasks_stay,
                                              &Stats::flushed_lines, &Stats::flushed_translations,
                                              &Stats::cached,        &Stats::evicted,
                                              &Stats::written_back};
  constexpr base::Time Stats::*kTimes[] = {&Stats::busy, &Stats::scan_time, &Stats::fault_time,
                                           &Stats::page_fault_time, &Stats::task_time};
  for (const auto field : kCounts) counts.*field -= before.*field;
  for (const auto field : kTimes) counts.*field -= before.*field;
  return counts;
}

}  // namespace

PhaseBooks::PhaseBooks(const assembly::MachineConfig& config, const Scope& scope,
                       const placement::ScaledPhase& scaled)
    : config_(config),
      scope_(scope),
      placement_(scope.program()->placed().placement),
      page_map_(scope.program()->map()),
      scaled_(scaled),
      policy_(scope.program()->placed().policy) {
  table_.columns = {"phase", "begin_ns", "end_ns", "instructions", "llc_misses"};
  for (const accounting::AccessClassRow& row : scope.machine().wiring().classes.rows()) {
    table_.columns.push_back("misses_" + row.name);
  }
  table_.columns.insert(
      table_.columns.end(),
      {"amat_ns", "amat_unloaded_ns", "migration_stall_ns", "pool_pages", "moves_planned",
       "moves_made", "moves_to_pool", "evicted", "candidates", "already_there", "ping_pong",
       "no_room", "over_limit", "high_threshold", "low_threshold", "os_busy_share"});
}

void PhaseBooks::open() {
  start_ = begin_ = kernel::now();
  instructions_ = scope_.instructions();
  before_window_ = moved();
  shot_before_ = shot();
  busy_before_ = moved().busy;
  classes_ = {};
}

os::OsCore::OsStats PhaseBooks::moved() const {
  return scope_.machine().os_core(page_map_.host())->counts(page_map_.space());
}

void PhaseBooks::reopen(const std::vector<placement::Move>& moves) {
  const std::size_t made =
      scope_.machine().os_core(page_map_.host())->mover().made(page_map_.space());
  totals_ = {};  // moves made so far of the scheduled plan are subtracted when the phase closes
  totals_.made = -static_cast<std::int64_t>(made);
  totals_.to_pool = -moves_to_pool(moves, made);
  instructions_ -= scope_.instructions();
  busy_before_ -= moved().busy;
}

void PhaseBooks::reopened() {
  instructions_ += scope_.instructions();
  busy_before_ += moved().busy;
  before_window_ = moved();
  shot_before_ = shot();
}

const os::Shootdowns::ShootdownStats& PhaseBooks::shot() const {
  return scope_.machine().os_core(page_map_.host())->shootdowns().counts(page_map_.space());
}

void PhaseBooks::add(const placement::Plan& plan) {
  totals_.planned += static_cast<std::int64_t>(plan.moves.size());
  totals_.evicted += static_cast<std::int64_t>(plan.counts.evicted);
  totals_.ping_pong += static_cast<std::int64_t>(plan.counts.ping_pong);
}

void PhaseBooks::close(int phase, const placement::Plan& plan, std::size_t made) {
  const base::Time now = kernel::now();
  const std::int64_t instructions = scope_.instructions();
  const std::int64_t to_pool = moves_to_pool(plan.moves, made);
  totals_.made += static_cast<std::int64_t>(made);
  totals_.to_pool += to_pool;

  accounting::LedgerSum sum;
  for (const accounting::LedgerSum& part : classes_) sum += part;
  const auto misses = static_cast<double>(sum.accesses);
  const auto per_miss = [&](std::int64_t ps) {
    return ratio(static_cast<double>(ps) / 1000, misses);
  };
  std::vector<double> row{static_cast<double>(phase), (begin_ - start_).ns(), (now - start_).ns(),
                          static_cast<double>(instructions - instructions_), misses};
  for (int c = 0; c < scope_.machine().wiring().classes.count(); ++c) {
    row.push_back(static_cast<double>(classes_[static_cast<std::size_t>(c)].accesses));
  }
  const auto stall = static_cast<std::size_t>(accounting::LatencyKind::kMigrationStall);
  const placement::PlanCounts& counts = plan.counts;
  const placement::Thresholds limits = thresholds();
  row.insert(
      row.end(),
      {per_miss(sum.total_ps()), per_miss(sum.total_ps() - sum.queue_ps()), per_miss(sum.ps[stall]),
       static_cast<double>(pool_pages()), static_cast<double>(plan.moves.size()),
       static_cast<double>(made), static_cast<double>(to_pool), static_cast<double>(counts.evicted),
       static_cast<double>(counts.candidates), static_cast<double>(counts.already_there),
       static_cast<double>(counts.ping_pong), static_cast<double>(counts.no_room),
       static_cast<double>(counts.over_limit), limits.high, limits.low,
       ratio((moved().busy - busy_before_).ns(), placement_.os_cores * (now - begin_).ns())});
  table_.rows.push_back(std::move(row));
  spans_.push_back({scope_.path() + ".phases", "phase " + std::to_string(phase), begin_, now});

  busy_before_ = moved().busy;
  classes_ = {};
  instructions_ = instructions;
  begin_ = now;
}

std::uint64_t PhaseBooks::most_counted() const {
  return assembly::most_counted(config_.tracking, traits().counter_bits, scaled_.threshold_factor);
}

placement::Thresholds PhaseBooks::thresholds() const {
  return policy_.thresholds().value_or(placement::Thresholds{scaled_.high, scaled_.low});
}

std::int64_t PhaseBooks::moves_to_pool(const std::vector<placement::Move>& moves,
                                       std::size_t made) const {
  return std::count_if(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(made),
                       [&](const auto& move) { return config_.agents().is_pool(move.to); });
}

std::uint64_t PhaseBooks::pool_pages() const {
  std::uint64_t pages = 0;
  for (std::uint64_t page = 0; page < page_map_.pages(); ++page) {
    pages += config_.agents().is_pool(page_map_.home_of(page));
  }
  return pages;
}

void PhaseBooks::report(accounting::StatWriter migration) const {
  const os::OsCore::OsStats os = since(moved(), before_window_);
  const auto count = [&](const char* name, std::int64_t value, const char* sentence) {
    migration.write(name, value, "1", sentence);
  };
  count("phases", static_cast<std::int64_t>(table_.rows.size()),
        "phases since the first, warm-up included, the last one cut short");
  count("phase_instructions", scaled_.instructions, "instructions of a thread in a phase");
  migration.write("phase_share", scaled_.share, "1",
                  "r: phase length over the published one, both scaled with the program");
  count("region_pages", static_cast<std::int64_t>(scaled_.region_pages), "pages of a region");
  count("page_limit", static_cast<std::int64_t>(scaled_.page_limit),
        "most pages moved after a phase");
  migration.write("high_threshold", thresholds().high, "1", "HI at the end, in misses");
  migration.write("high_threshold_full_scale", thresholds().high / scaled_.threshold_factor, "1",
                  "HI at the published phase length and region size");
  if (traits().counter_bits > 0) {
    count("count_saturates_at", static_cast<std::int64_t>(most_counted()),
          "misses of a region at which its counter stops");
  }
  report_moves(migration);
  if (placement_.reads_trackers()) {
    count("scan_lines", os.scan_lines, "lines of metadata that the migrating core read and reset");
    migration.write("scan_time", os.scan_time.ns(), "ns",
                    "time of the scans of metadata, part of os_busy_time");
  }
  if (page_map_.unmaps()) {
    count("unmapped", os.unmapped, "pages unmapped, for their next touch to fault");
    count("page_faults", os.page_faults, "touches of pages unmapped or without memory");
    migration.write("page_fault_time", os.page_fault_time.ns(), "ns",
                    "time that cores spent in page faults");
  }
  if (os.task_moves + os.tasks_stay > 0) report_tasks(migration);
  if (placement_.on_demand()) {
    count("first_touches", os.first_touches, "page faults on pages without memory");
    count("zeroed_lines", os.zeroed_lines, "lines of fresh pages written with zeros");
  }
  if (traits().copies_pages()) report_copies(migration);
  if (traits().caches_pages) {
    count("cached", os.cached, "pool pages cached in local memory");
    count("cache_evictions", os.evicted, "evictions of cached pages to free frames");
    count("written_back", os.written_back,
          "evicted pages that were modified and copied to the pool");
  }
  const double busy_ns = os.busy.ns();
  migration.write("os_busy_time", busy_ns, "ns", "time that the migrating cores worked, summed");
  if (busy_ns == 0 || totals_.made == 0) return;
  migration.write("pages_per_second",
                  static_cast<double>(totals_.made) * 1e9 / busy_ns * placement_.os_cores, "1/s",
                  "pages that the migrating cores move in a second of work");
}

void PhaseBooks::report_moves(accounting::StatWriter& migration) const {
  const os::OsCore::OsStats os = since(moved(), before_window_);
  const auto count = [&](const char* name, std::int64_t value, const char* sentence) {
    migration.write(name, value, "1", sentence);
  };
  count("planned", totals_.planned, "moves that the policy requested");
  count("completed", totals_.made,
        "moves completed; the other planned moves did not fit into their phase");
  count("to_pool", totals_.to_pool, "completed moves into the pool");
  count("to_socket", totals_.made - totals_.to_pool, "completed moves to a socket");
  migration.write("to_pool_share",
                  ratio(static_cast<double>(totals_.to_pool), static_cast<double>(totals_.made)),
                  "1", "share of moves that went into the pool");
  count("evicted", totals_.evicted, "planned moves that only free capacity");
  count("ping_pong", totals_.ping_pong,
        "candidate pages not moved because they had moved too often");
  count("bytes", os.lines * base::kLineBytes, "bytes copied");
  count("shootdowns_sent", shot().sent - shot_before_.sent,
        "invalidations of translations sent to cores");
  count("shootdowns_needed", shot().needed - shot_before_.needed,
        "invalidations to cores that held the translation");
}

void PhaseBooks::report_tasks(accounting::StatWriter& migration) const {
  const os::OsCore::OsStats os = since(moved(), before_window_);
  const auto count = [&](const char* name, std::int64_t value, const char* sentence) {
    migration.write(name, value, "1", sentence);
  };
  count("task_moves", os.task_moves, "tasks moved to another core, two at a time counted once");
  count("tasks_stay", os.tasks_stay, "moves not made: the core ran another program's task");
  migration.write("task_move_time", os.task_time.ns(), "ns",
                  "time that tasks lost by moving, without waiting for their accesses");
  count("flushed_lines", os.flushed_lines,
        "lines flushed from private caches of the previous cores");
  count("flushed_translations", os.flushed_translations,
        "translations flushed from the TLBs of the previous cores");
}

void PhaseBooks::report_copies(accounting::StatWriter& migration) const {
  const os::OsCore::OsStats os = since(moved(), before_window_);
  const auto count = [&](const char* name, std::int64_t value, const char* sentence) {
    migration.write(name, value, "1", sentence);
  };
  count("copies", os.copies, "read-only copies of pages created");
  count("copies_abandoned", os.copies_abandoned,
        "copies abandoned because the page was written meanwhile");
  count("copies_freed", os.copies_freed, "copies removed because their page was written");
  count("copies_at_end", static_cast<std::int64_t>(page_map_.copies()), "frames that hold copies");
  count("max_copies", static_cast<std::int64_t>(os.max_copies),
        "maximum number of frames with copies at a time");
  migration.write("copies_of_footprint",
                  ratio(static_cast<double>(os.max_copies), static_cast<double>(page_map_.pages())),
                  "1", "max_copies over the program's pages");
  count("write_faults", os.write_faults, "writes to pages with copies");
  migration.write("write_fault_time", os.fault_time.ns(), "ns",
                  "waiting time of writes to pages with copies");
}

}  // namespace starnuma::run
