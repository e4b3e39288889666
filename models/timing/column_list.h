// SPDX-License-Identifier: Apache-2.0
// The column commands of one data bus in order of time, and the rules between them.
//
// Contract: first_fit() finds a place at which a command keeps the rules against every command in
// the list, before or after it; add() enters it there, as long as nothing was added in between.
// forget() drops what lies too far back to matter; it makes places void. A read that `reorder_from`
// or more commands go before is kept from other reads as if they were of other bank groups of one
// rank: the scheduler has enough to choose from for an order in which they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/base/prefetch.h"
#include "models/base/quantities.h"
#include "models/timing/dram_rules.h"

namespace starnuma::timing {

class ColumnList {
 public:
  struct Entry {
    Entry(base::Time at, std::uint16_t g, std::uint8_t r, std::uint8_t k)
        : column(at), group(g), rank(r), kind(k) {}
    base::Time column;
    std::uint16_t group;  ///< bank group, numbered over all ranks
    std::uint8_t rank;
    std::uint8_t kind;  ///< kWrites, kActivates
  };

  /// `rules` must outlive this. `reorder_from`: 0 for never.
  ColumnList(const DramRules& rules, int reorder_from);

  struct Place {
    base::Time column;
    std::size_t index;
  };

  /// The first time at or after `from` at which `entry` keeps every rule.
  Place first_fit(const Entry& entry, base::Time from) const;
  void add(const Entry& entry, const Place& place);

  /// A command will come.
  void prefetch() const { base::prefetch_to_write(entries_.data() + entries_.size()); }

  /// No command before `horizon` will come any more.
  void forget(base::Time horizon) {
    if (__builtin_expect(entries_.size() >= enough_, 0)) compact(horizon);
  }

 private:
  base::Time gap(const Entry& first, const Entry& second) const {
    const DramRelation relation = first.rank != second.rank     ? DramRelation::kOtherRank
                                  : first.group == second.group ? DramRelation::kSameGroup
                                                                : DramRelation::kSameRank;
    return rules_.column_gap(relation, first.kind, second.kind);
  }
  std::size_t after(base::Time time) const;
  void compact(base::Time horizon);
  base::Time four_activates(const Entry& entry, base::Time column) const;

  static constexpr std::size_t kFew = 32;

  const DramRules& rules_;
  int reorder_from_;
  std::vector<Entry> entries_;     ///< sorted
  std::size_t enough_ = 2 * kFew;  ///< look for old ones when there are so many: O(1) on average
};

}  // namespace starnuma::timing
