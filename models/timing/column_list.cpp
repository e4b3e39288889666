// SPDX-License-Identifier: Apache-2.0
#include "models/timing/column_list.h"

#include <algorithm>
#include <limits>

namespace starnuma::timing {

ColumnList::ColumnList(const DramRules& rules, int reorder_from)
    : rules_(rules),
      reorder_from_(reorder_from > 0 ? reorder_from : std::numeric_limits<int>::max()) {
  entries_.reserve(8 * kFew);
}

/// Index of the first command later than `time`; most often one of the last.
std::size_t ColumnList::after(base::Time time) const {
  constexpr std::size_t kNear = 8;
  const Entry* const begin = entries_.data();
  const Entry* end = begin + entries_.size();
  const Entry* const near = entries_.size() > kNear ? end - kNear : begin;
  while (end != near && end[-1].column > time) --end;
  if (end == near) {
    end = std::partition_point(begin, near, [&](const Entry& e) { return e.column <= time; });
  }
  return static_cast<std::size_t>(end - begin);
}

ColumnList::Place ColumnList::first_fit(const Entry& entry, base::Time from) const {
  const base::Time longest = rules_.longest_gap();
  const Entry* const begin = entries_.data();
  const Entry* const end = begin + entries_.size();
  const Entry* place = begin + after(from - longest);
  base::Time column = from;
  const Entry* other = place;
  const auto apart = [&](const Entry& first, const Entry& second) {
    // Whether so many commands from `from` on lie before, this one included.
    const bool reordered = other - begin >= reorder_from_ - 1 &&
                           other[1 - reorder_from_].column >= from &&
                           ((first.kind | second.kind) & kWrites) == 0;
    return __builtin_expect(reordered, 0)
               ? rules_.column_gap(DramRelation::kSameRank, first.kind, second.kind)
               : gap(first, second);
  };
  for (; other != end; ++other) {
    if (other->column > column) {
      if (column + apart(entry, *other) <= other->column) {
        if (column + longest <= other->column) break;
        continue;
      }
      // It goes behind `other`, and so do some that it lay before until now.
      column = other->column;
      while (other != begin && other[-1].column > column - longest) --other;
    }
    place = other + 1;
    column = std::max(column, other->column + apart(*other, entry));
  }
  if (rules_.faw_binds() && (entry.kind & kActivates) != 0) {
    const base::Time moved = four_activates(entry, column);
    if (moved != column) return first_fit(entry, moved);
  }
  return {column, static_cast<std::size_t>(place - begin)};
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
  for (std::size_t i = split; i > 0 && n_before < 4; --i) {
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

void ColumnList::add(const Entry& entry, const Place& place) {
  // Built in its place, which most often is the last.
  entries_.emplace_back(place.column, entry.group, entry.rank, entry.kind);
  for (std::size_t i = entries_.size() - 1; i > place.index; --i) {
    std::swap(entries_[i - 1], entries_[i]);
  }
}

void ColumnList::compact(base::Time horizon) {
  const auto held = static_cast<std::ptrdiff_t>(after(horizon - rules_.longest_gap()));
  entries_.erase(entries_.begin(), entries_.begin() + held);
  enough_ = std::max(2 * kFew, 2 * entries_.size());
}

}  // namespace starnuma::timing
