// SPDX-License-Identifier: Apache-2.0
#include "models/memory/subchannel.h"

#include <algorithm>
#include <cstdint>

namespace starnuma::memory {
namespace {

base::Time write_gap(const timing::DramRules& rules, timing::DramRelation relation) {
  constexpr unsigned kWrite = timing::kWrites | timing::kActivates;
  return rules.column_gap(relation, kWrite, kWrite);
}

}  // namespace

Subchannel::Subchannel(const timing::DramShape& shape, const timing::DramRules& rules,
                       const timing::DramPolicies& policies, const QueueConfig& queues,
                       base::Time first_refresh)
    : row_to_column_(rules.rcd),
      timing_(shape, rules, policies, first_refresh),
      queues_(queues),
      write_gap_(write_gap(rules, timing::DramRelation::kSameRank)),
      write_gap_same_group_(write_gap(rules, timing::DramRelation::kSameGroup)),
      write_gap_other_rank_(write_gap(rules, timing::DramRelation::kOtherRank)),
      read_gap_(rules.column_gap(timing::DramRelation::kSameRank, 0, 0)),
      settle_(std::max(rules.longest_gap(),
                       rules.column_to_activate(timing::kWrites | timing::kActivates))),
      banks_(static_cast<std::size_t>(shape.banks())),
      buffer_(queues.write_buffer),
      group_free_(static_cast<std::size_t>(shape.ranks * shape.bank_groups)) {}

Subchannel::Counts& Subchannel::Counts::operator+=(const Counts& other) {
  row_hits += other.row_hits;
  row_conflicts += other.row_conflicts;
  bursts += other.bursts;
  merged += other.merged;
  drains += other.drains;
  return *this;
}

void Subchannel::enter_in_window(Bank& bank, base::Time horizon) {
  if (bank.held_until <= horizon) return;
  const base::Time from = std::max(bank.held_from, horizon);
  const base::Time held = bank.held_until - from;
  bank.window.book(from, held, horizon);
  bank.window_until = std::max(bank.window_until, from) + held;
  bank.held_until = base::Time(0);
}

/// Wait for the bank, by its window, of an access that meets late ones or is late itself.
base::Time Subchannel::window_wait(Bank& bank, const timing::DramAccess& access, base::Time at,
                                   base::Time horizon) {
  enter_in_window(bank, horizon);
  const timing::DramTiming::Slot slot = timing_.alone(access, at);
  const base::Time from = slot.column - timing_.lead(slot.row);
  const base::Time held = timing_.held_until(access, slot) - from;
  bank.window_until = std::max(bank.window_until, from) + held;
  bank.late_until = bank.window_until;
  return from - at + bank.window.book(from, held, horizon);
}

/// Gives an access that comes at `at` its place, from `from` on.
Subchannel::Slot Subchannel::place(const timing::DramAccess& access, base::Time at, base::Time from,
                                   base::Time horizon) {
  timing_.forget(horizon);
  Bank& bank = banks_[static_cast<std::size_t>(access.bank)];
  Slot slot;
  if (__builtin_expect(at < bank.newest, 0)) {
    slot = timing_.earliest_late(access, from + window_wait(bank, access, from, horizon));
    timing_.commit_late(access, slot);
  } else {
    const bool meets_late = from < bank.late_until;
    const base::Time wait = meets_late ? window_wait(bank, access, from, horizon) : base::Time(0);
    slot = timing_.earliest(access, from + wait);
    timing_.commit(access, slot);
    bank.newest = at;
    if (!meets_late) {
      enter_in_window(bank, horizon);
      bank.held_from = slot.column - timing_.lead(slot.row);
      bank.held_until = timing_.held_until(access, slot);
    }
  }
  last_column_ = std::max(last_column_, slot.column);
  idle_at_ = last_column_ + settle_ * 2;
  count(slot);
  return slot;
}

void Subchannel::count(const Slot& slot) {
  ++counts_.bursts;
  counts_.row_hits += slot.row == timing::RowOutcome::kHit;
  counts_.row_conflicts += slot.row == timing::RowOutcome::kConflict;
}

base::Time Subchannel::wait_of(const Slot& slot, base::Time at) const {
  const bool hit = slot.row == timing::RowOutcome::kHit;
  return slot.column - (hit ? base::Time(0) : row_to_column_) - at;
}

Subchannel::Served Subchannel::read(std::uint64_t line, const timing::DramAccess& access,
                                    base::Time at, base::Time horizon, bool speculative) {
  drain_if_idle(horizon);
  if (buffer_.holds(line)) {
    return {buffer_port_.book(at, read_gap_, horizon), {}, Served::From::kBuffer};
  }
  if (__builtin_expect(speculative, 0)) {
    const bool late = at < banks_[static_cast<std::size_t>(access.bank)].newest;
    const Slot slot = late ? timing_.earliest_late(access, at) : timing_.earliest(access, at);
    if (wait_of(slot, at) > queues_.speculative_wait) return {{}, {}, Served::From::kNowhere};
  }
  const Slot slot = place(access, at, at, horizon);
  return {wait_of(slot, at), slot.row, Served::From::kArray};
}

base::Time Subchannel::write(std::uint64_t line, const timing::DramAccess& access, base::Time at,
                             base::Time horizon) {
  drain_if_idle(horizon);
  if (buffer_.holds(line)) {
    ++counts_.merged;
    return at;
  }
  const base::Time accepted = buffer_.accept(
      {line, access, timing_.group_of(access), timing_.rank_of(access), at, at}, horizon);
  if (buffer_.waiting().size() >= static_cast<std::size_t>(queues_.write_high)) {
    drain(accepted, horizon);
  }
  return accepted;
}

/// Places writes one behind the other, from `at` on: always the one whose command can come first.
void Subchannel::drain(base::Time at, base::Time horizon) {
  begin_drain(at);
  ++counts_.drains;
  Drained last;
  while (buffer_.waiting().size() > static_cast<std::size_t>(queues_.write_low)) {
    const WriteBuffer::Write write = buffer_.take(first_to_go(last, at));
    last = drained(write, place(write.access, at, start_of(write, last, at), horizon).column);
    buffer_.leaves_at(last.column);
  }
}

/// The same where the bus was idle and no access comes any more; some wait.
void Subchannel::drain_idle(base::Time horizon) {
  const base::Time from = last_column_ + settle_;
  const base::Time until = horizon - settle_;
  begin_drain(from);
  Drained last;
  while (!buffer_.waiting().empty()) {
    const std::size_t first = first_to_go(last, from);
    const WriteBuffer::Write& write = buffer_.waiting()[first];
    const Slot slot = timing_.earliest(write.access, start_of(write, last, from));
    if (slot.column > until) {
      idle_at_ = slot.column + settle_;
      break;
    }
    timing_.commit(write.access, slot);
    count(slot);
    last = drained(write, slot.column);
    buffer_.take(first);
  }
  if (last.rank < 0) return;
  ++counts_.drains;
  last_column_ = last.column;
}

void Subchannel::begin_drain(base::Time at) {
  std::fill(group_free_.begin(), group_free_.end(), at);
  for (WriteBuffer::Write& write : buffer_.waiting()) {
    write.ready = std::max(at, write.accepted) + timing_.least_lead();
  }
}

base::Time Subchannel::start_of(const WriteBuffer::Write& write, const Drained& last,
                                base::Time at) const {
  return std::max(std::max(at, write.accepted),
                  last.column - timing_.lead(timing::RowOutcome::kConflict));
}

Subchannel::Drained Subchannel::drained(const WriteBuffer::Write& write, base::Time column) {
  group_free_[static_cast<std::size_t>(write.group)] = column + write_gap_same_group_;
  return {column, write.rank};
}

/// The first of the waiting writes behind `last`.
std::size_t Subchannel::first_to_go(const Drained& last, base::Time at) {
  std::vector<WriteBuffer::Write>& waiting = buffer_.waiting();
  const base::Time any = at + timing_.least_lead();
  const base::Time in_rank = last.rank < 0 ? any : last.column + write_gap_;
  const base::Time in_other = last.rank < 0 ? any : last.column + write_gap_other_rank_;
  const base::Time soonest = std::min(in_rank, in_other);
  for (;;) {
    std::size_t first = 0;
    base::Time best(INT64_MAX);
    for (std::size_t i = 0; i < waiting.size() && best > soonest; ++i) {
      const WriteBuffer::Write& write = waiting[i];
      const base::Time rules = std::max(group_free_[static_cast<std::size_t>(write.group)],
                                        write.rank == last.rank ? in_rank : in_other);
      const base::Time can = std::max(write.ready, rules);
      if (can >= best) continue;
      best = can;
      first = i;
    }
    // Only now it is asked what its bank says.
    WriteBuffer::Write& write = waiting[first];
    const base::Time ready = timing_.ready(write.access, std::max(at, write.accepted));
    if (ready <= best) return first;
    write.ready = ready;
  }
}

}  // namespace starnuma::memory
