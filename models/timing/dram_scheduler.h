// SPDX-License-Identifier: Apache-2.0
// FR-FCFS scheduler of one DRAM data bus: which command of the waiting accesses goes out next.
//
// Contract: accesses may be added in any order of arrival; none arrives before the `until` of the
// last next_column(), which issues only commands before it. So the schedule depends on the arrivals
// alone, not on the order of calls. Copies continue independently: a copy predicts the schedule if
// nothing else arrives.
// Ordering: among all waiting accesses the command that the rules allow first is issued; at equal
// times that of the access whose row was activated for it, then that of the oldest access. A row is
// not closed while an older access hits it. Reads go first until `write_high` writes wait; then
// writes go first until `write_low` wait. Accesses with an activated row are served in either mode.
// Most accesses: `reads` reads and `writes` writes without an activated row are considered; later
// ones wait in order of arrival.
// Idle writes: while no read waits, a write goes out only if it delays no later access.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/base/quantities.h"
#include "models/timing/dram_banks.h"

namespace starnuma::timing {

class DramScheduler {
 public:
  static constexpr base::Time kForever = DramBanks::kNever;

  /// An access whose column command has been issued.
  struct Served {
    DramAccess access;
    base::Time arrival;
    std::int64_t tag;
    base::Time column;
    base::Time activate;   ///< Last ACTIVATE of the bank.
    base::Time precharge;  ///< PRECHARGE that was issued for this access; valid on a conflict.
    RowOutcome row;
  };

  /// `rules` must outlive this. `first_refresh`: see DramBanks.
  DramScheduler(const DramShape& shape, const DramRules& rules, const DramPolicies& policies,
                base::Time first_refresh);

  /// Adds an access; Served returns its `tag`.
  void add(const DramAccess& access, base::Time arrival, std::int64_t tag);

  /// Issues commands before `until` in order of time. Returns true at the next column command.
  bool next_column(base::Time until, Served& served);

  /// Returns the column command and row of an access if no other access waits. Precondition: none
  /// does.
  base::Time alone(const DramAccess& access, base::Time arrival, RowOutcome& row);

  /// Returns true if the access has the row of the access to its bank that was added last, and the
  /// page policy keeps rows.
  bool last_row_hit(const DramAccess& access) const {
    return last_rows_[static_cast<std::size_t>(access.bank)] == access.row;
  }
  /// Accesses without a column command.
  std::size_t waiting() const { return reads_.size() + writes_.size(); }
  /// Returns how long a refresh of its bank delays an access that would wait from `from` to
  /// `until`.
  base::Time refresh_delay(const DramAccess& access, base::Time from, base::Time until) {
    return banks_.refresh_delay(access, from, until);
  }
  /// Reads without a column command.
  std::size_t waiting_reads() const { return reads_.size(); }
  /// Number of write drains that have begun.
  std::int64_t drains() const { return drains_; }
  /// Time from a column command to an access that it cannot delay.
  base::Time settled_after() const { return settle_; }

  void prefetch(int bank) const { banks_.prefetch(bank); }

 private:
  struct Entry {
    DramAccess access;
    base::Time arrival;
    std::int64_t tag;
    base::Time precharge;
    /// Lower bound of rank(): the next command of the entry is not issued earlier.
    std::int64_t bound = 0;
    bool activated = false;
    RowOutcome row = RowOutcome::kHit;
  };
  using Entries = std::vector<Entry>;

  /// The reads or the writes.
  struct Queue {
    explicit Queue(int most_considered) : most(static_cast<std::size_t>(most_considered)) {}

    Entries inbox;  ///< Accesses by arrival; those before `admitted` have been considered.
    std::size_t admitted = 0;
    Entries waiting;            ///< Considered accesses, in order of arrival.
    std::size_t activated = 0;  ///< Waiting accesses for which the row was activated.
    std::size_t most;           ///< Most waiting accesses without an activated row.

    std::size_t arriving() const { return inbox.size() - admitted; }
    std::size_t size() const { return arriving() + waiting.size(); }
    std::size_t not_activated() const { return waiting.size() - activated; }
    bool is_full() const { return not_activated() >= most; }
    /// Returns the arrival of the access at `place` of those that are not admitted.
    base::Time arrival(std::size_t place) const {
      return arriving() > place ? inbox[admitted + place].arrival : kForever;
    }
    /// Returns the time at which the next access can be admitted to the schedule.
    base::Time next_arrival() const { return is_full() ? kForever : arrival(0); }
    void add(const Entry& entry);
  };

  struct Choice {
    Entry* entry = nullptr;
    DramBanks::Next next{kForever, DramCommand::kColumn};
  };

  /// Order of commands: by time, then activated accesses first.
  static std::int64_t rank(base::Time at, bool activated) { return at.ps() * 2 + !activated; }
  Queue& queue(bool write) { return write ? writes_ : reads_; }
  base::Time next_arrival() const {
    return std::min(reads_.next_arrival(), writes_.next_arrival());
  }
  void admit();
  Choice choose();
  Entry* least_bound(std::int64_t& second);
  bool is_blocked(const Entry& entry) const;
  bool issue(const Choice& choice, Served& served);
  void unblock(int bank, base::Time at);
  void end_drain_if_done(base::Time at);
  /// Outcome of a read that may be the only access: another one arrives before its column command;
  /// that command is not before `until`; served.
  enum class Isolated : std::uint8_t { kNo, kLater, kServed };
  Isolated isolated_read(base::Time until, Served& served);
  void column_issued(base::Time at);
  bool idle_write(base::Time until, Served& served);
  Served remove(Entries& entries, const Entry* entry, base::Time column);

  DramBanks banks_;
  std::vector<std::int64_t> last_rows_;  ///< [bank]; empty rows if the page policy keeps none.
  bool keeps_rows_;
  std::size_t write_high_, write_low_;
  base::Time settle_;
  Queue reads_, writes_;
  std::size_t blocked_ = 0;  ///< Entries whose bound says that they wait for another access.
  bool draining_ = false;
  base::Time not_before_;  ///< Last time at which a drain began or ended or an access left a full
                           ///< queue: those considered since have no command before.
  base::Time idle_since_;  ///< Time from which a write delays no earlier access.
  base::Time idle_again_;  ///< Time before which no write is served on an idle bus.
  std::int64_t drains_ = 0;
};

}  // namespace starnuma::timing
