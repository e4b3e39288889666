// SPDX-License-Identifier: Apache-2.0
#include "models/timing/dram_scheduler.h"

#include <algorithm>
#include <limits>

namespace starnuma::timing {

using base::Time;

namespace {

constexpr std::int64_t kBlocked = std::numeric_limits<std::int64_t>::max();

}  // namespace

/// Inserts an entry behind all that arrived at or before its time.
void DramScheduler::Queue::add(const Entry& entry) {
  if (admitted > 0 && arriving() == 0) {
    inbox.clear();
    admitted = 0;
  }
  auto place = inbox.end();
  if (arriving() > 0 && entry.arrival < inbox.back().arrival) {
    place =
        std::upper_bound(inbox.begin() + static_cast<std::ptrdiff_t>(admitted), inbox.end(), entry,
                         [](const Entry& a, const Entry& b) { return a.arrival < b.arrival; });
  }
  inbox.insert(place, entry);
}

DramScheduler::DramScheduler(const DramShape& shape, const DramRules& rules,
                             const DramPolicies& policies, Time first_refresh)
    : banks_(shape, rules, policies, first_refresh),
      last_rows_(static_cast<std::size_t>(shape.banks()), -1),
      keeps_rows_(policies.page != PagePolicy::kClosed),
      write_high_(static_cast<std::size_t>(policies.write_high)),
      write_low_(static_cast<std::size_t>(policies.write_low)),
      settle_(std::max({rules.longest_column_gap(), rules.faw,
                        rules.column_to_precharge(true) + rules.rp,
                        rules.bank_cycle(true) - rules.rcd})),
      reads_(policies.reads),
      writes_(policies.writes) {}

void DramScheduler::add(const DramAccess& access, Time arrival, std::int64_t tag) {
  if (keeps_rows_) last_rows_[static_cast<std::size_t>(access.bank)] = access.row;
  queue(access.write).add({access, arrival, tag, {}, 0, false, RowOutcome::kHit});
}

void DramScheduler::admit() {
  const bool write = writes_.next_arrival() < reads_.next_arrival();
  Queue& from = queue(write);
  const Entry& entry = from.inbox[from.admitted++];
  from.waiting.push_back(entry);
  if (!write || draining_ || writes_.not_activated() < write_high_) return;
  draining_ = true;
  not_before_ = std::max(not_before_, entry.arrival);
  ++drains_;
}

/// Returns the entry with the least bound and sets `second` to the least bound of the others.
DramScheduler::Entry* DramScheduler::least_bound(std::int64_t& second) {
  Entry* first = nullptr;
  std::int64_t least = kBlocked;
  second = kBlocked;
  const auto consider = [&](Entry& entry) {
    if (entry.bound < least) {
      second = least;
      least = entry.bound;
      first = &entry;
    } else if (entry.bound < second) {
      second = entry.bound;
    }
  };
  for (Entry& entry : queue(draining_).waiting) consider(entry);
  if (queue(!draining_).activated == 0) return first;
  for (Entry& entry : queue(!draining_).waiting) {
    if (entry.activated) consider(entry);
  }
  return first;
}

/// Returns true if an older access of the same mode hits the row that `entry` would close.
bool DramScheduler::is_blocked(const Entry& entry) const {
  for (const Entry& other : (entry.access.write ? writes_ : reads_).waiting) {
    if (&other == &entry) return false;
    if (other.access.bank == entry.access.bank && banks_.has_open(other.access)) return true;
  }
  return false;
}

DramScheduler::Choice DramScheduler::choose() {
  for (;;) {
    std::int64_t second = 0;
    Entry* const entry = least_bound(second);
    if (entry == nullptr) return {};
    const Time from = std::max(entry->arrival, not_before_);
    const DramBanks::Next next = banks_.next(entry->access, entry->arrival, from, entry->activated);
    if (next.at == DramBanks::kNever || (next.closes_row && is_blocked(*entry))) {
      entry->bound = kBlocked;
      ++blocked_;
      continue;
    }
    const std::int64_t exact = rank(next.at, entry->activated);
    // An exact bound that was the least before is that of the oldest access.
    const bool first = exact < second || exact <= entry->bound;
    entry->bound = exact;
    if (first) return {entry, next};
  }
}

/// Lets the accesses that waited for a column command or a PRECHARGE of the bank be considered.
void DramScheduler::unblock(int bank, Time at) {
  if (blocked_ == 0) return;
  for (Queue* queue : {&reads_, &writes_}) {
    for (Entry& entry : queue->waiting) {
      if (entry.access.bank != bank || entry.bound != kBlocked) continue;
      entry.bound = rank(at, true);
      --blocked_;
    }
  }
}

void DramScheduler::end_drain_if_done(Time at) {
  if (!draining_ || writes_.not_activated() > write_low_) return;
  draining_ = false;
  not_before_ = at;
}

Time DramScheduler::alone(const DramAccess& access, Time arrival, RowOutcome& row) {
  const DramBanks::Whole whole =
      banks_.serve_alone(access, arrival, std::max(arrival, not_before_), Time(-1));
  row = whole.row;
  return whole.column;
}

DramScheduler::Served DramScheduler::remove(Entries& entries, const Entry* entry, Time column) {
  const Served served{
      entry->access,    entry->arrival, entry->tag, column, banks_.activated_at(entry->access),
      entry->precharge, entry->row};
  entries.erase(entries.begin() + (entry - entries.data()));
  return served;
}

/// Returns true if it was a column command.
bool DramScheduler::issue(const Choice& choice, Served& served) {
  Entry& entry = *choice.entry;
  const Time at = choice.next.at;
  const bool write = entry.access.write;
  Queue& from = queue(write);
  const int bank = entry.access.bank;
  if (from.is_full()) not_before_ = at;
  banks_.issue(entry.access, choice.next);
  switch (choice.next.command) {
    case DramCommand::kPrecharge:
      entry.precharge = at;
      entry.row = RowOutcome::kConflict;
      break;
    case DramCommand::kActivate:
      if (entry.row == RowOutcome::kHit) entry.row = RowOutcome::kMiss;
      from.activated += !entry.activated;
      entry.activated = true;
      break;
    case DramCommand::kColumn:
      from.activated -= entry.activated;
      served = remove(from.waiting, &entry, at);
      column_issued(at);
      break;
  }
  if (choice.next.command != DramCommand::kActivate) unblock(bank, at);
  if (write) end_drain_if_done(at);
  return choice.next.command == DramCommand::kColumn;
}

/// Serves the oldest write as a whole if its column command has settled by `until`.
bool DramScheduler::idle_write(Time until, Served& served) {
  if (until < idle_again_) return false;
  Entry& write = writes_.waiting.front();
  const Time from = std::max({write.arrival, not_before_, idle_since_});
  const Time latest = until - settle_;
  DramBanks::Whole whole;
  whole.column = banks_.earliest_column(write.access, from);
  if (whole.column <= latest) {
    whole = banks_.serve_alone(write.access, write.arrival, from, latest);
  }
  if (whole.column > latest) {
    idle_again_ = whole.column + settle_;
    return false;
  }
  write.precharge = whole.precharge;
  write.row = whole.row;
  served = remove(writes_.waiting, &write, whole.column);
  unblock(served.access.bank, whole.column);
  return true;
}

/// Serves the next read to arrive as a whole if it meets no other access before `until`.
DramScheduler::Isolated DramScheduler::isolated_read(Time until, Served& served) {
  const Time next = std::min(reads_.arrival(1), writes_.arrival(0));
  const Isolated if_later = next < until ? Isolated::kNo : Isolated::kLater;
  const Entry& read = reads_.inbox[reads_.admitted];
  const Time from = std::max(read.arrival, not_before_);
  const Time latest = std::min(until - Time(1), next);
  if (banks_.earliest_column(read.access, from) > latest) return if_later;
  const DramBanks::Whole whole = banks_.serve_alone(read.access, read.arrival, from, latest);
  if (whole.column > latest) return if_later;
  served = {read.access,    read.arrival,    read.tag, whole.column,
            whole.activate, whole.precharge, whole.row};
  ++reads_.admitted;
  unblock(served.access.bank, whole.column);
  column_issued(whole.column);
  return Isolated::kServed;
}

void DramScheduler::column_issued(Time at) {
  idle_since_ = at + settle_;
  idle_again_ = idle_since_ + settle_;
}

bool DramScheduler::next_column(Time until, Served& served) {
  for (;;) {
    if (!draining_ && reads_.waiting.empty() && writes_.activated == 0) {
      const bool arriving = reads_.arriving() + writes_.arriving() > 0;
      const bool writes = !writes_.waiting.empty();
      if (!arriving && (!writes || until < idle_again_)) return false;
      if (writes && idle_write(std::min(until, next_arrival()), served)) return true;
      if (!arriving) return false;
      if (reads_.arriving() > 0) {
        const Isolated isolated = isolated_read(until, served);
        if (isolated != Isolated::kNo) return isolated == Isolated::kServed;
      }
    }
    const bool none = queue(draining_).waiting.empty() && queue(!draining_).activated == 0;
    const Choice choice = none ? Choice{} : choose();
    const Time arrival = next_arrival();
    if (arrival <= choice.next.at && arrival < until) {
      admit();
      continue;
    }
    if (choice.next.at >= until) return false;
    if (issue(choice, served)) return true;
  }
}

}  // namespace starnuma::timing
