// SPDX-License-Identifier: Apache-2.0
#include "models/core/pending_times.h"

#include <utility>

#include "models/base/check.h"
#include "models/base/wide.h"

namespace starnuma::core {

PendingTimes PendingTimes::all_;

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

PendingTimes::Part PendingTimes::part(Ticks time) const {
  if (!is_name(time)) return {time, nullptr};
  const Entry* const entry = find(time, true);
  if (entry == nullptr) return {0, nullptr};
  return entry->missing == 0 ? Part{entry->done, nullptr} : Part{0, entry};
}

Ticks PendingTimes::later(Ticks a, Ticks b) {
  const Part first = part(a);
  const Part second = part(b);
  const Entry* const any = first.pending != nullptr ? first.pending : second.pending;
  if (any == nullptr) return std::max(first.time, second.time);
  if (a == b) return a;
  const bool both_pending = first.pending != nullptr && second.pending != nullptr;
  const std::uint64_t number = any->number;
  const std::uint64_t other = both_pending ? second.pending->number : number;
  Entry& whole = enter(any->ticks_per_ps, both_pending ? 2 : 1);  // may move the others
  whole.done = std::max(first.time, second.time);
  entry_at(number).parts_of.push_back(whole.number);
  if (both_pending) entry_at(other).parts_of.push_back(whole.number);
  return name_of(whole);
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
