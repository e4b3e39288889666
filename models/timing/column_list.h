// SPDX-License-Identifier: Apache-2.0
// The column commands of one data bus in order of time, and the rules between them.
//
// Contract: first_fit() finds a time at which a command keeps the rules against every command in
// the list, before or after it; add() enters it there. forget() drops what lies too far back to
// matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/base/quantities.h"
#include "models/timing/dram_rules.h"

namespace starnuma::timing {

class ColumnList {
 public:
  struct Entry {
    base::Time column;
    std::uint16_t group;  ///< bank group, numbered over all ranks
    std::uint8_t rank;
    std::uint8_t kind;  ///< kWrites, kActivates
  };

  explicit ColumnList(const DramRules& rules);

  /// The first time at or after `from` at which `entry` keeps every rule.
  base::Time first_fit(const Entry& entry, base::Time from) const;
  /// Enters `entry` at `column`, which first_fit() gave.
  void add(Entry entry, base::Time column);

  /// No command before `horizon` will come any more.
  void forget(base::Time horizon);
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  base::Time gap(const Entry& first, const Entry& second) const {
    const DramRelation relation = first.rank != second.rank     ? DramRelation::kOtherRank
                                  : first.group == second.group ? DramRelation::kSameGroup
                                                                : DramRelation::kSameRank;
    return rules_.column_gap(relation, first.kind, second.kind);
  }
  std::size_t after(base::Time time) const;
  base::Time four_activates(const Entry& entry, base::Time column) const;

  static constexpr std::size_t kSlack = 64;  ///< Compact rarely: dropping costs O(1) on average.

  DramRules rules_;
  std::vector<Entry> entries_;  ///< sorted; [0, first_) is dropped space
  std::size_t first_ = 0;
};

}  // namespace starnuma::timing
