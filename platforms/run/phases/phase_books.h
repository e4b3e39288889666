// SPDX-License-Identifier: Apache-2.0
// Bookkeeping of phases: one table row per phase, and sums over the measured window.
//
// Contract: open() is called when the first phase begins, close() when one ends and the next
// begins. Events before a call of reopen() are in the table but not in the sums.
#pragma once

#include <array>

#include "models/accounting/access_class.h"
#include "models/accounting/stats.h"
#include "models/kernel/miss_observer.h"
#include "models/observers/hop.h"
#include "models/placement/policy.h"
#include "platforms/run/measure/table.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class PhaseBooks {
 public:
  /// All arguments must outlive this object. The machine must have an OS core, the scope one
  /// program.
  PhaseBooks(const assembly::MachineConfig& config, const Scope& scope,
             const placement::ScaledPhase& scaled);

  void open();
  /// Restarts the sums while `moves` are scheduled; called before statistics may be reset.
  void reopen(const std::vector<placement::Move>& moves);
  /// Continues the phase after reopen(), whether statistics were reset or not.
  void reopened();
  void add(const kernel::Miss& miss) {
    classes_[static_cast<std::size_t>(miss.access_class)].add(miss.ledger);
  }
  /// Adds the moves that the policy requests.
  void add(const placement::Plan& plan);
  /// Closes the phase; the first `made` moves of `plan` have been made.
  void close(int phase, const placement::Plan& plan, std::size_t made);

  base::Time phase_begin() const { return begin_; }
  /// Returns the instructions of all threads in the current phase.
  std::int64_t instructions() const { return scope_.instructions() - instructions_; }
  /// Returns the value at which the counter that the policy reads saturates.
  std::uint64_t most_counted() const;
  const Table& table() const { return table_; }
  /// Returns the closed phases in simulated time.
  const std::vector<observers::RunSpan>& spans() const { return spans_; }
  /// Reports the sums; called after the last close().
  void report(accounting::StatWriter migration) const;

 private:
  struct Totals {
    std::int64_t planned = 0;
    std::int64_t made = 0;
    std::int64_t to_pool = 0;
    std::int64_t ping_pong = 0;
    std::int64_t evicted = 0;
  };

  const placement::PolicyTraits& traits() const { return placement_.traits(); }
  os::OsCore::OsStats moved() const;
  const os::Shootdowns::ShootdownStats& shot() const;
  placement::Thresholds thresholds() const;
  void report_moves(accounting::StatWriter& migration) const;
  void report_tasks(accounting::StatWriter& migration) const;
  void report_copies(accounting::StatWriter& migration) const;
  /// Returns the number of moves into the pool among the first `made` moves.
  std::int64_t moves_to_pool(const std::vector<placement::Move>& moves, std::size_t made) const;
  std::uint64_t pool_pages() const;

  const assembly::MachineConfig& config_;
  const Scope& scope_;
  const placement::PlacementConfig& placement_;
  const paging::PageMap& page_map_;
  placement::ScaledPhase scaled_;
  const placement::Policy& policy_;
  base::Time start_;
  base::Time begin_;
  std::int64_t instructions_ = 0;
  std::array<accounting::LedgerSum, accounting::kMostAccessClasses> classes_{};
  base::Time busy_before_;                      ///< Time of the migrating cores before the phase.
  os::OsCore::OsStats before_window_;           ///< Counts when the window opened last.
  os::Shootdowns::ShootdownStats shot_before_;  ///< Shootdowns before that opening.
  Totals totals_;
  Table table_;
  std::vector<observers::RunSpan> spans_;
};

}  // namespace starnuma::run
