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

enum class PagePolicy : std::uint8_t { kClosed, kOpen };
enum class RefreshPolicy : std::uint8_t { kNone, kAllBank, kSameBank };

/// What one data bus serves.
struct DramShape {
  int ranks = 1;
  int bank_groups = 1;
  int banks_per_group = 1;
  int banks() const { return ranks * bank_groups * banks_per_group; }
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
  };

  /// `rules` must outlive this. `first_refresh`: when the refresh of the first rank or bank falls
  /// due; the others follow evenly over an interval.
  DramTiming(const DramShape& shape, const DramRules& rules, PagePolicy page, RefreshPolicy refresh,
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

  /// Drops what cannot matter to an access at or after `horizon`.
  void forget(base::Time horizon) { columns_.forget(horizon); }

  /// An access to the bank will come: fetches what it needs into the host's cache.
  void prefetch(int bank) const {
    base::prefetch_to_write(&banks_[static_cast<std::size_t>(bank)]);
    columns_.prefetch();
  }

  /// From the first command of an access to its column command.
  base::Time lead(RowOutcome row) const { return lead_[static_cast<int>(row)]; }
  /// Until when an access keeps its bank from others, at the least.
  base::Time held_until(const DramAccess& access, const Slot& slot) const {
    return page_ == PagePolicy::kClosed
               ? slot.column + rules_.column_to_activate(kind_of(access, slot.row))
               : slot.column + rules_.column_gap(DramRelation::kSameGroup, 0, 0);
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
    std::int64_t row = -1;
    std::int64_t refreshes = 0;  ///< number of refreshes when the row was opened
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

  const DramRules& rules_;
  base::Time lead_[3];  ///< by RowOutcome
  PagePolicy page_;
  std::vector<Bank> banks_;
  std::vector<DramRefresh> refreshes_;
  ColumnList columns_;
};

}  // namespace starnuma::timing
