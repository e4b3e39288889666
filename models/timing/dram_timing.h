// SPDX-License-Identifier: Apache-2.0
// One DRAM data bus with its ranks, bank groups and banks: when may an access send its commands?
//
// Contract: earliest() answers with the first place that keeps every rule against all accesses
// committed so far, those that were given later times included; commit() takes that place, as long
// as nothing was committed or forgotten in between. Neither changes a time given before. A
// scheduler asks for each access it holds and commits the one it chooses; one that serves in order
// asks and commits. Times of `from` must not lie before the horizon of the last forget(). An access
// is a whole: its ACTIVATE goes out tRCD before its column command and, where another row is open,
// PRECHARGE tRP before that. Timing: rules between accesses on one bank are kept per bank (row,
// last ACTIVATE, earliest PRECHARGE); rules across banks (data bus, tCCD, tWTR, tRRD, tFAW,
// turnaround) hold between neighbours in a sorted list of the column commands. Both cost O(1): only
// neighbours within the longest rule are looked at.
// Where the policies let a scheduler reorder, an access also hits the row that its bank had before
// the last one if it comes before that row closes: the scheduler had served it first. What that
// puts off is not moved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/base/prefetch.h"
#include "models/base/quantities.h"
#include "models/timing/column_list.h"
#include "models/timing/dram_refresh.h"
#include "models/timing/dram_rules.h"

namespace starnuma::timing {

enum class PagePolicy : std::uint8_t {
  kClosed,   ///< each access activates its row and precharges
  kOpen,     ///< a row stays open until another of its bank is asked for
  kAdaptive  ///< a row closes as soon as it may, unless another access to it has come by then
};
enum class RefreshPolicy : std::uint8_t {
  kNone,
  kAllBank,   ///< a rank at a time
  kSameBank,  ///< one bank of every group of a rank
  kPerBank    ///< one bank
};

/// What one data bus serves.
struct DramShape {
  int ranks = 1;
  int bank_groups = 1;
  int banks_per_group = 1;
  int banks() const { return ranks * bank_groups * banks_per_group; }
};

/// What a controller does.
struct DramPolicies {
  PagePolicy page = PagePolicy::kClosed;
  RefreshPolicy refresh = RefreshPolicy::kAllBank;
  int reorder_from = 0;  ///< as in ColumnList
};

struct DramAccess {
  int bank = 0;  ///< (rank x groups + group) x banks per group + bank
  std::int64_t row = 0;
  bool write = false;
};

enum class RowOutcome : std::uint8_t {
  kHit,       ///< row open: the column command alone
  kMiss,      ///< bank closed: ACTIVATE first
  kConflict,  ///< another row open: PRECHARGE and ACTIVATE first
};

class DramTiming {
 public:
  struct Slot {
    base::Time column;      ///< READ or WRITE
    std::size_t index = 0;  ///< place among the column commands
    RowOutcome row = RowOutcome::kMiss;
    bool joins = false;  ///< hits the row before the bank's last
  };

  /// `rules` must outlive this. `first_refresh`: when the refresh of the first rank or bank falls
  /// due; the others follow evenly over an interval.
  DramTiming(const DramShape& shape, const DramRules& rules, const DramPolicies& policies,
             base::Time first_refresh);

  /// The first slot whose first command goes out at or after `from`.
  Slot earliest(const DramAccess& access, base::Time from) { return find(access, from, false); }
  void commit(const DramAccess& access, const Slot& slot);

  /// The same for an access that comes after others with later times on its own bank: these are
  /// answered, so no command of the bank delays it, and it does not change the bank. The rules
  /// across banks and the refresh hold as ever; the bank's row tells what the access has to do.
  Slot earliest_late(const DramAccess& access, base::Time from) { return find(access, from, true); }
  void commit_late(const DramAccess& access, const Slot& slot) {
    columns_.add(entry_of(bank_of(access), access, slot.row), {slot.column, slot.index});
  }

  /// The first column command from `from` on that bank and refresh allow, whatever the others do.
  base::Time ready(const DramAccess& access, base::Time from);
  int group_of(const DramAccess& access) const { return bank_of(access).group; }
  int rank_of(const DramAccess& access) const { return bank_of(access).rank; }

  /// Drops what cannot matter to an access at or after `horizon`.
  void forget(base::Time horizon) { columns_.forget(horizon); }

  /// An access to the bank will come: fetches what it needs into the host's cache.
  void prefetch(int bank) const {
    base::prefetch_to_write(&banks_[static_cast<std::size_t>(bank)]);
    columns_.prefetch();
  }

  /// From an access to its column command, at the least.
  base::Time least_lead() const {
    return lead(page_ == PagePolicy::kClosed ? RowOutcome::kMiss : RowOutcome::kHit);
  }
  /// From the first command of an access to its column command.
  base::Time lead(RowOutcome row) const { return lead_[static_cast<int>(row)]; }
  /// Until when an access keeps its bank from others, at the least.
  base::Time held_until(const DramAccess& access, const Slot& slot) const {
    return page_ == PagePolicy::kOpen
               ? slot.column + rules_.column_gap(DramRelation::kSameGroup, 0, 0)
               : slot.column + rules_.column_to_activate(kind_of(access, slot.row));
  }
  /// The slot of an access that finds its bank and the bus idle at `at`.
  Slot alone(const DramAccess& access, base::Time at);

 private:
  struct alignas(64) Bank {  // in one host cache line
    std::uint16_t group;     ///< over all ranks
    std::uint16_t refresh;   ///< index of what is refreshed with it
    std::uint8_t rank;
    base::Time activate;   ///< of the open or last row
    base::Time precharge;  ///< earliest for the open row
    base::Time ready;      ///< earliest ACTIVATE of a closed bank
    std::int32_t row = -1;
    std::int32_t row_before = -1;
    base::Time before_activate;   ///< of the row before this one
    base::Time before_precharge;  ///< its earliest
    std::int64_t refreshes = 0;   ///< number of refreshes when the row was opened
  };

  static unsigned kind_of(const DramAccess& access, RowOutcome row) {
    return (access.write ? kWrites : 0u) | (row == RowOutcome::kHit ? 0u : kActivates);
  }
  static ColumnList::Entry entry_of(const Bank& bank, const DramAccess& access, RowOutcome row) {
    return {base::Time(0), bank.group, bank.rank, static_cast<std::uint8_t>(kind_of(access, row))};
  }
  const Bank& bank_of(const DramAccess& access) const {
    return banks_[static_cast<std::size_t>(access.bank)];
  }
  Slot find(const DramAccess& access, base::Time from, bool late);
  Slot row_slot(const Bank& bank, const DramAccess& access, base::Time from);
  bool joins_row_before(const Bank& bank, const DramAccess& access, base::Time from) const {
    return reorders_ && bank.row_before == access.row && from <= bank.before_precharge &&
           bank.row != access.row;
  }
  /// Of an access at `from`, but for a refresh.
  RowOutcome outcome(const Bank& bank, const DramAccess& access, base::Time from) const {
    if (bank.row < 0) return RowOutcome::kMiss;
    if (page_ == PagePolicy::kAdaptive) {
      const bool hits = bank.row == access.row && from <= bank.precharge;
      return hits ? RowOutcome::kHit : RowOutcome::kMiss;
    }
    return bank.row == access.row ? RowOutcome::kHit : RowOutcome::kConflict;
  }

  const DramRules& rules_;
  base::Time lead_[3];  ///< by RowOutcome
  PagePolicy page_;
  bool reorders_;
  std::vector<Bank> banks_;
  std::vector<DramRefresh> refreshes_;
  ColumnList columns_;
};

}  // namespace starnuma::timing
