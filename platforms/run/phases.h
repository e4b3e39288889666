// SPDX-License-Identifier: Apache-2.0
// Phases of a run whose pages move: what happened in each, and what the policy makes of it.
//
// Contract: with begin() phases are counted; nothing moves before. What happens until
// end_warm_up(), if that is called, is in the table but not in the sums. Whoever advances simulated
// time stops at next() and calls poll() there; when the threads have executed a phase's
// instructions in the mean, the phase ends: moves that did not fit into it are dropped, the policy
// plans from the phase's misses, or from what metadata say of them where `placement.counts` is
// `tracker`, and the migrating core starts with the plan. Metadata are read and reset in the
// instant in which the phase ends; the migrating core's scan of them follows, and the moves follow
// that. Timing: a phase ends at most `kPoll` late. True misses cost no time.
#pragma once

#include <array>

#include "models/accounting/access_class.h"
#include "models/kernel/miss_observer.h"
#include "models/placement/policy.h"
#include "platforms/assembly/machine.h"
#include "platforms/run/table.h"
#include "platforms/run/tracking_window.h"
#include "stimulus/workload.h"

namespace starnuma::run {

/// Lengths, thresholds and limits of a run on a machine that is already scaled.
placement::ScaledPhase phase_of(const assembly::MachineConfig& config,
                                const stimulus::Workload& workload, int threads);

class Phases : private kernel::MissObserver {
 public:
  /// All must outlive it; the machine must have an OS core.
  Phases(const assembly::MachineConfig& config, assembly::Machine& machine,
         paging::PageMap& page_map, TrackingWindow& tracking, placement::Policy& policy,
         const stimulus::Workload& workload, const base::Arena& arena, std::uint64_t seed);

  void begin();
  /// The measured window opens anew: to be called before statistics are reset.
  void end_warm_up();
  base::Time next() const { return next_; }
  void poll();
  /// The table of phases up to now, the last one cut short where the program ended.
  Table finish();
  /// Sums over the measured window; after finish().
  void report(accounting::StatWriter migration) const;

 private:
  static constexpr base::Time kPoll{1'000'000};

  struct Totals {
    std::int64_t planned = 0;
    std::int64_t made = 0;
    std::int64_t to_pool = 0;
    std::int64_t ping_pong = 0;
    std::int64_t evicted = 0;
  };

  void on_miss(const kernel::Miss& miss) override;
  void end_phase();
  placement::PhaseKnowledge knowledge();
  std::vector<placement::RegionUse> region_uses();
  const placement::PolicyTraits& traits() const { return config_.placement.traits(); }
  placement::Thresholds thresholds() const;
  /// By a counter that the policy reads.
  std::uint64_t most_counted() const;
  void forget_writes();
  void report_copies(accounting::StatWriter& migration) const;
  /// Closes the books of the phase that ends now.
  void record();
  /// Among the first `made` moves of the plan.
  std::int64_t moves_to_pool(std::size_t made) const;
  std::uint64_t pool_pages() const;

  const assembly::MachineConfig& config_;
  assembly::Machine& machine_;
  paging::PageMap& page_map_;
  TrackingWindow& tracking_;
  placement::Policy& policy_;
  const base::Arena& arena_;
  std::uint64_t seed_;
  placement::ScaledPhase scaled_;
  int phase_ = 1;  ///< The one under way.
  base::Time start_;
  base::Time begin_;
  base::Time next_{kPoll};
  bool open_ = false;  ///< Phases are counted.
  std::int64_t instructions_ = 0;
  placement::Plan plan_;  ///< Under way in this phase.
  accounting::PageCounts counts_;
  std::array<accounting::LedgerSum, accounting::kMostAccessClasses> classes_{};
  os::OsCore::Counts moved_before_;
  Totals totals_;
  Table table_;
};

}  // namespace starnuma::run
