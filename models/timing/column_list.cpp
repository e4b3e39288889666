// SPDX-License-Identifier: Apache-2.0
#include "models/timing/column_list.h"

#include <algorithm>

namespace starnuma::timing {

ColumnList::ColumnList(const DramRules& rules) : rules_(rules) { entries_.reserve(4 * kSlack); }

/// Index of the first command later than `time`.
std::size_t ColumnList::after(base::Time time) const {
  if (first_ == entries_.size() || entries_.back().column <= time) return entries_.size();
  const auto held = entries_.begin() + static_cast<std::ptrdiff_t>(first_);
  const auto found =
      std::partition_point(held, entries_.end(), [&](const Entry& e) { return e.column <= time; });
  return static_cast<std::size_t>(found - entries_.begin());
}

base::Time ColumnList::first_fit(const Entry& entry, base::Time from) const {
  const base::Time longest = rules_.longest_gap();
  base::Time column = from;
  std::size_t i = after(column - longest);
  while (i < entries_.size() && entries_[i].column < column + longest) {
    const Entry& other = entries_[i];
    const bool before = other.column <= column;
    const base::Time behind_it = other.column + gap(other, entry);
    ++i;
    if (before ? behind_it <= column : column + gap(entry, other) <= other.column) continue;
    column = behind_it;
    if (before) continue;
    while (i > first_ && entries_[i - 1].column > column - longest) --i;  // these lie before it now
  }
  if (!rules_.faw_binds() || (entry.kind & kActivates) == 0) return column;
  const base::Time moved = four_activates(entry, column);
  return moved == column ? column : first_fit(entry, moved);
}

/// The first time at or after `column` at which no tFAW would hold five activates of the rank.
base::Time ColumnList::four_activates(const Entry& entry, base::Time column) const {
  const auto counts = [&](const Entry& other) {
    return other.rank == entry.rank && (other.kind & kActivates) != 0;
  };
  // The nearest four on each side, nearest first.
  base::Time before[4];
  base::Time behind[4];
  int n_before = 0;
  int n_behind = 0;
  const std::size_t split = after(column);
  for (std::size_t i = split; i > first_ && n_before < 4; --i) {
    if (counts(entries_[i - 1])) before[n_before++] = entries_[i - 1].column;
  }
  for (std::size_t i = split; i < entries_.size() && n_behind < 4; ++i) {
    if (counts(entries_[i])) behind[n_behind++] = entries_[i].column;
  }
  if (n_before == 4 && column - before[3] < rules_.faw) return before[3] + rules_.faw;
  for (int later = 1; later <= n_behind; ++later) {  // five with `later` of them behind
    const int earlier = 4 - later;
    if (n_before < earlier) continue;
    const base::Time oldest = earlier == 0 ? column : before[earlier - 1];
    if (behind[later - 1] - oldest < rules_.faw) return behind[0] + base::Time(1);
  }
  return column;
}

void ColumnList::add(Entry entry, base::Time column) {
  entry.column = column;
  entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(after(column)), entry);
}

void ColumnList::forget(base::Time horizon) {
  const base::Time old = horizon - rules_.longest_gap();
  while (first_ < entries_.size() && entries_[first_].column <= old) ++first_;
  if (first_ < kSlack) return;
  entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(first_));
  first_ = 0;
}

}  // namespace starnuma::timing
