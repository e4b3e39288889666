// SPDX-License-Identifier: Apache-2.0
// Banks, ranks and data bus of one DRAM data bus: the next command of an access and the first time
// at which every timing rule allows it.
//
// Contract: commands that conflict are issued in order of time. next() does not change the state;
// issue() records a command that next() returned for the same access. A row that a refresh has
// closed is not hit. Under the closed and the adaptive policy a PRECHARGE is implied: it goes out
// as early as the rules allow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/base/prefetch.h"
#include "models/base/quantities.h"
#include "models/timing/dram_policies.h"
#include "models/timing/dram_refresh.h"
#include "models/timing/dram_rules.h"

namespace starnuma::timing {

enum class DramCommand : std::uint8_t { kPrecharge, kActivate, kColumn };

class DramBanks {
 public:
  static constexpr base::Time kNever{INT64_MAX / 4};

  struct Next {
    base::Time at;  ///< `kNever` while another access waits for the column command of an open row.
    DramCommand command;
    bool closes_row = false;  ///< A row that waiting accesses may still hit.
  };

  /// `rules` must outlive this. `first_refresh`: scheduled time of the first rank's or bank's
  /// refresh; the other ones follow evenly over an interval.
  DramBanks(const DramShape& shape, const DramRules& rules, const DramPolicies& policies,
            base::Time first_refresh);

  /// Returns the next command of an access that arrived at `arrival`, not before `from`.
  /// `activated`: the last ACTIVATE of the bank was issued for this access.
  Next next(const DramAccess& access, base::Time arrival, base::Time from, bool activated);
  void issue(const DramAccess& access, const Next& next);

  /// All commands of one access.
  struct Whole {
    base::Time column;
    base::Time activate;
    base::Time precharge;
    RowOutcome row = RowOutcome::kHit;
  };
  /// Returns the commands, not before `from`, of an access that is the only one waiting, and issues
  /// them if its column command is not after `latest`.
  Whole serve_alone(const DramAccess& access, base::Time arrival, base::Time from,
                    base::Time latest);

  /// Returns a lower bound of the column command of an access from `from` on.
  base::Time earliest_column(const DramAccess& access, base::Time from) const {
    return has_open(access) ? from : from + rules_->rcd;
  }
  /// Returns how long a refresh of its bank delays an access that would wait from `from` to
  /// `until`.
  base::Time refresh_delay(const DramAccess& access, base::Time from, base::Time until) {
    return refreshes_[bank_of(access).refresh].delay(from, until);
  }
  /// Returns true if the row of `access` is open in its bank.
  bool has_open(const DramAccess& access) const { return bank_of(access).row == access.row; }
  /// Returns the time of the last ACTIVATE of a bank.
  base::Time activated_at(const DramAccess& access) const { return bank_of(access).activate; }

  /// Fetches a bank into the host's cache.
  void prefetch(int bank) const {
    base::prefetch_to_write(&banks_[static_cast<std::size_t>(bank)]);
  }

 private:
  struct alignas(64) Bank {      // in one host cache line
    std::int64_t row = -1;       ///< Open row, -1 if none.
    base::Time activate;         ///< Time of the last ACTIVATE.
    base::Time precharge;        ///< Earliest PRECHARGE of the open row.
    base::Time ready;            ///< Earliest ACTIVATE of the closed bank.
    std::int64_t refreshes = 0;  ///< Number of refreshes when the row was opened.
    std::uint16_t group = 0;     ///< Bank group, numbered over all ranks.
    std::uint16_t refresh = 0;   ///< Index of the unit that is refreshed with this bank.
    std::uint8_t rank = 0;
    bool awaits_column = false;  ///< The access that opened the row has no column command yet.
  };
  struct Rank {
    std::array<base::Time, 2> column;  ///< Earliest READ and WRITE.
    base::Time activate;               ///< Earliest ACTIVATE by tRRD_S.
    std::array<base::Time, 4> recent;  ///< Last four activates.
    unsigned oldest = 0;               ///< Index of the first of them.
  };
  struct Group {
    std::array<base::Time, 2> column;  ///< Earliest READ and WRITE.
    base::Time activate;               ///< Earliest ACTIVATE by tRRD_L.
  };

  const Bank& bank_of(const DramAccess& access) const {
    return banks_[static_cast<std::size_t>(access.bank)];
  }
  Next column_after_activate(const DramAccess& access, base::Time activate);
  Whole serve_by_commands(const DramAccess& access, base::Time arrival, base::Time from,
                          base::Time latest);
  Next activate_after(const Bank& bank, base::Time from, bool write);
  void column_issued(const Bank& bank, bool write, base::Time at);

  const DramRules* rules_;
  PagePolicy page_;
  std::vector<Bank> banks_;
  std::vector<Group> groups_;
  std::vector<Rank> ranks_;
  std::vector<DramRefresh> refreshes_;
};

}  // namespace starnuma::timing
