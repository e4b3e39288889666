// SPDX-License-Identifier: Apache-2.0
#include "models/core/pending_times.h"

#include <utility>

#include "models/base/check.h"
#include "models/base/wide.h"

namespace starnuma::core {

PendingTimes& PendingTimes::all() {
  static PendingTimes times;
  return times;
}

Ticks PendingTimes::begin(std::int64_t ticks_per_ps) { return name_of(enter(ticks_per_ps, 1)); }

void PendingTimes::learn(std::int64_t ticks_per_ps) {
  for (const Scale& scale : scales_) {
    if (scale.ticks_per_ps == ticks_per_ps) return;
  }
  const auto divisor = static_cast<std::uint64_t>(ticks_per_ps);
  scales_.push_back({ticks_per_ps, ~std::uint64_t{0} / divisor + 1});
}

PendingTimes::Entry& PendingTimes::enter(std::int64_t ticks_per_ps, int missing) {
  if (scales_.empty() || scales_.front().ticks_per_ps != ticks_per_ps) learn(ticks_per_ps);
  while (entry_at(next_).missing != 0) grow();
  Entry& entry = entry_at(next_);
  entry.ticks_per_ps = ticks_per_ps;
  entry.number = next_++;
  entry.done = 0;
  entry.missing = missing;
  ++pending_;
  return entry;
}

/// The oldest that is not known stands where the next one would.
void PendingTimes::grow() {
  std::vector<Entry> larger(2 * ring_.size());
  for (Entry& entry : ring_) {
    if (entry.ticks_per_ps != 0) larger[entry.number & (larger.size() - 1)] = std::move(entry);
  }
  ring_ = std::move(larger);
}

const PendingTimes::Entry* PendingTimes::find(Ticks name, bool kept) const {
  for (const Scale& scale : scales_) {
    const auto quotient = static_cast<std::uint64_t>(
        static_cast<base::Wide>(static_cast<std::uint64_t>(name)) * scale.reciprocal >> 64);
    const Entry& entry = entry_at(quotient - static_cast<std::uint64_t>(kFirstName));
    if (entry.ticks_per_ps == scale.ticks_per_ps && name_of(entry) == name) {
      return entry.missing != 0 || kept ? &entry : nullptr;
    }
  }
  return nullptr;
}

Ticks PendingTimes::at(Ticks name) const {
  if (!is_name(name)) return name;
  const Entry* const entry = find(name, true);
  return entry != nullptr ? entry->done : 0;
}

Ticks PendingTimes::later(Ticks a, Ticks b) {
  const bool a_known = known(a);
  const bool b_known = known(b);
  if (a_known) a = at(a);
  if (b_known) b = at(b);
  if (a_known && b_known) return std::max(a, b);
  if (a == b) return a;
  const Entry* const any = find(a_known ? b : a);
  Entry& both = enter(any->ticks_per_ps, 0);  // may move the others
  for (const auto& [time, is_known] : {std::pair(a, a_known), std::pair(b, b_known)}) {
    if (is_known) {
      both.done = std::max(both.done, time);
      continue;
    }
    ++both.missing;
    const_cast<Entry*>(find(time))->parts_of.push_back(both.number);
  }
  return name_of(both);
}

void PendingTimes::end(Ticks name, Ticks done) {
  const Entry* const found = find(name);
  SN_CHECK(found != nullptr, "pending times: one ends that is known");
  Entry& own = entry_at(found->number);
  own.done = done;
  ending_.push_back(own.number);
  for (std::size_t next = 0; next < ending_.size(); ++next) {
    Entry& entry = entry_at(ending_[next]);
    entry.missing = 0;
    --pending_;
    for (const std::uint64_t number : entry.parts_of) {
      Entry& whole = entry_at(number);
      whole.done = std::max(whole.done, entry.done);
      if (whole.missing == 1) ending_.push_back(number);
      whole.missing -= whole.missing > 1;
    }
    entry.parts_of.clear();
  }
  // Only now: who is told may begin others, which may take the entries' places.
  std::vector<Told> told;
  std::swap(told, told_);
  for (const std::uint64_t number : ending_) {
    Entry& entry = entry_at(number);
    for (Listener* listener : entry.listeners) told.push_back({listener, name_of(entry)});
    entry.listeners.clear();
  }
  ending_.clear();
  for (const Told& one : told) one.listener->on_known(one.name);
  told.clear();
  std::swap(told, told_);
}

void PendingTimes::tell(Ticks name, Listener& listener) {
  const Entry* const found = find(name);
  SN_CHECK(found != nullptr, "pending times: one is waited for that is known");
  entry_at(found->number).listeners.push_back(&listener);
}

}  // namespace starnuma::core
