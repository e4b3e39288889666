// SPDX-License-Identifier: Apache-2.0
#include "models/memory/subchannel.h"

#include <algorithm>

namespace starnuma::memory {

using base::Time;
using timing::DramAccess;
using timing::DramScheduler;
using timing::RowOutcome;

namespace {

constexpr std::int64_t kTrial = -1;  ///< Tag of an access that is only forecast.

}  // namespace

Subchannel::Subchannel(const timing::DramShape& shape, const timing::DramRules& rules,
                       const timing::DramPolicies& policies, const QueueConfig& queues,
                       Time first_refresh)
    : row_to_column_(rules.rcd),
      read_gap_(rules.column_gap(timing::DramRelation::kSameRank, false, false)),
      write_gap_(rules.column_gap(timing::DramRelation::kSameRank, true, true)),
      queues_(queues),
      scheduler_(shape, rules, policies, first_refresh),
      trial_(scheduler_),
      reads_(read_gap_, rules.rfc),
      writes_(write_gap_, rules.rfc) {}

Subchannel::ArrayCounts& Subchannel::ArrayCounts::operator+=(const ArrayCounts& other) {
  row_hits += other.row_hits;
  row_conflicts += other.row_conflicts;
  bursts += other.bursts;
  merged += other.merged;
  drains += other.drains;
  return *this;
}

Subchannel::ArrayCounts Subchannel::ArrayCounts::since(const ArrayCounts& before) const {
  return {row_hits - before.row_hits, row_conflicts - before.row_conflicts, bursts - before.bursts,
          merged - before.merged, drains - before.drains};
}

/// Decides the accesses that the scheduler has not decided yet in a copy: the results of a run do
/// not depend on when its statistics are read.
Subchannel::ArrayCounts Subchannel::counts(Time until) const {
  ArrayCounts counts = counts_;
  DramScheduler ahead = scheduler_;
  DramScheduler::Served served;
  while (ahead.next_column(until, served)) count(served, counts);
  counts.drains = ahead.drains();
  return counts;
}

void Subchannel::count(const DramScheduler::Served& served, ArrayCounts& counts) {
  ++counts.bursts;
  counts.row_hits += served.row == RowOutcome::kHit;
  counts.row_conflicts += served.row == RowOutcome::kConflict;
}

/// Issues all commands before `horizon`.
void Subchannel::schedule(Time horizon) {
  if (horizon == scheduled_until_) return;
  scheduled_until_ = horizon;
  DramScheduler::Served served;
  while (scheduler_.next_column(horizon, served)) settle(served);
}

void Subchannel::settle(const DramScheduler::Served& served) {
  count(served, counts_);
  if (!served.access.write) {
    reads_.settle(unloaded(served.arrival, served.row), served.column, Time(served.tag));
    return;
  }
  buffer_.remove(static_cast<std::uint64_t>(served.tag));
  const bool waited = unloaded(served.arrival, served.row) <= last_write_;
  if (waited && scheduler_.drains() == drain_) writes_.observe(served.column - last_write_);
  last_write_ = served.column;
  drain_ = scheduler_.drains();
}

/// Returns a copy of the scheduler to which the access is added.
DramScheduler& Subchannel::copy_with(const DramAccess& access, Time at) {
  trial_ = scheduler_;
  trial_.add(access, at, kTrial);
  return trial_;
}

/// Returns when the read would be served if nothing else arrived.
Subchannel::Forecast Subchannel::forecast(const DramAccess& access, Time at) {
  DramScheduler::Served served;
  if (scheduler_.waiting() == 0) {
    served.column = scheduler_.alone(access, at, served.row);
    return {served.column, served.row};
  }
  DramScheduler& trial = copy_with(access, at);
  while (trial.next_column(DramScheduler::kForever, served)) {
    if (!served.access.write && served.tag == kTrial) break;
  }
  return {served.column, served.row};
}

Subchannel::Served Subchannel::read(std::uint64_t line, const DramAccess& access, Time at,
                                    Time horizon, bool speculative) {
  schedule(horizon);
  if (buffer_.holds(line)) {
    return {buffer_port_.book(at, read_gap_, horizon), {}, Served::From::kBuffer};
  }
  if (__builtin_expect(speculative, 0) && reads_.peek(at) > queues_.speculative_wait) {
    return {{}, {}, Served::From::kNowhere};
  }
  Served result;
  const Time expected = reads_.expect(at, horizon, scheduler_.waiting_reads());
  if (scheduler_.waiting() <= (in_order(at, horizon) ? kForecast : 0)) {
    const Forecast found = forecast(access, at);
    result.row = found.row;
    result.wait = found.column - unloaded(at, found.row);
  } else {
    result.row = scheduler_.last_row_hit(access) ? RowOutcome::kHit : RowOutcome::kMiss;
    const Time column = unloaded(at, result.row) + expected;
    result.wait = expected + scheduler_.refresh_delay(access, at, column);
  }
  scheduler_.add(access, at, (unloaded(at, result.row) + result.wait).ps());
  if (result.wait > Time(0)) result.wait = reads_.charge(result.wait);
  return result;
}

/// Returns when the buffer has room for one more write.
Time Subchannel::accepted(const DramAccess& access, Time at, Time horizon) {
  const auto most = static_cast<std::size_t>(queues_.write_buffer);
  const std::size_t held = buffer_.size();
  const Time expected = writes_.expect(at, horizon);
  if (held < most) return at;
  std::size_t must_leave = held + 1 - most;
  if (!in_order(at, horizon) || must_leave > kForecast) {
    const Time room = writes_.spacing() * static_cast<std::int64_t>(most - 1);
    return std::max(
        {at, at + expected - room, horizon + write_gap_ * static_cast<std::int64_t>(must_leave)});
  }
  DramScheduler& trial = copy_with(access, at);
  DramScheduler::Served served;
  while (trial.next_column(DramScheduler::kForever, served)) {
    if (served.access.write && --must_leave == 0) return std::max(at, served.column);
  }
  return at;
}

Time Subchannel::write(std::uint64_t line, const DramAccess& access, Time at, Time horizon) {
  schedule(horizon);
  if (buffer_.holds(line)) {
    ++counts_.merged;
    return at;
  }
  const Time when = accepted(access, at, horizon);
  buffer_.add(line);
  scheduler_.add(access, when, static_cast<std::int64_t>(line));
  return when;
}

}  // namespace starnuma::memory
