// SPDX-License-Identifier: Apache-2.0
// Event interface of an MMU to the counter annex of its STLB: completed loads that missed the LLC,
// accesses to marked translations, evictions and shootdowns.
//
// Contract:
// - Ordering: annex_side receives events in call order. Events of one slot are in time order,
//   except for accesses that a core issues out of order.
// - A load counts when its data arrive. Until then it is pending here. If its translation has been
// invalidated by then, it is an orphan increment.
// - Timing: an event that the annex cannot take at once delays the access that caused it.
// - Accesses use the annex one at a time, because an earlier one may wait for queue
//   capacity behind it.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "models/accounting/stats.h"
#include "models/kernel/execution.h"
#include "models/kernel/sockets.h"
#include "models/protocol/access.h"
#include "models/protocol/tracking.h"
#include "models/translation/tlb_function.h"

namespace starnuma::translation {

/// Observer of all events, called in call order before the annex.
class AnnexObserver {
 public:
  virtual ~AnnexObserver() = default;
  virtual void on_event(base::CoreId core, const protocol::AnnexEvent& event) = 0;
};

class AnnexDriver : public sc_core::sc_module, public accounting::StatSource {
 public:
  /// Constructs the driver of an STLB with `entries` entries. `marker_words` is the annex's marker
  /// mask, with slot 0 in bit 0.
  AnnexDriver(const sc_core::sc_module_name& name, int entries, const std::uint64_t* marker_words);

  kernel::Initiator<protocol::AnnexEvent> annex_side{"annex_side"};

  /// Selects the dispatcher's delivery. Precondition: before the run.
  void deliver_in(kernel::Dispatcher& dispatcher) { execution_ = kernel::Execution(dispatcher); }
  /// Registers an observer, which receives `core` as this core's id.
  void observe(AnnexObserver& observer, base::CoreId core) {
    observer_ = &observer;
    core_ = core;
  }

  bool marked(std::uint32_t slot) const { return (markers_[slot / 64] >> (slot % 64) & 1) != 0; }
  /// Reports an access through a marked slot.
  void access(const TlbEntry& entry, protocol::Access& access);
  /// Records a load that missed the LLC, issued at `issued`, whose data arrive at `done`.
  void load_missed(const TlbEntry& entry, base::Time issued, base::Time done) {
    if (pending_.size() >= kMany) catch_up_alone(issued);
    pending_.push_back({done, entry.page(), entry.slot()});
  }
  /// Reports a walk that filled `entry` into its slot. `replaced` is the evicted page or
  /// TlbEntry::kEmpty.
  void filled(const TlbEntry& entry, base::PageId replaced, protocol::Access& access);
  /// Reports a translation that is about to be invalidated.
  void invalidated(const TlbEntry& entry, base::Time time);
  void mark_all(base::Time time);
  /// Number of loads not handed over yet: incomplete, or counted in their slots.
  std::int64_t loads_held() const { return static_cast<std::int64_t>(pending_.size()) + waiting_; }
  /// Loads not handed over, by page. Unordered; a page may occur more than once.
  struct Held {
    base::PageId page;
    std::int64_t loads;
  };
  std::vector<Held> held() const;

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  static constexpr std::size_t kMany = 64;
  struct Pending {
    base::Time done;
    base::PageId page;
    std::uint32_t slot;
  };
  struct Slot {
    base::PageId page = TlbEntry::kEmpty;
    /// Number of loads since the last hand-over; used by loads_held() only.
    std::int64_t loads = 0;
  };
  struct AnnexStats {
    std::int64_t increments = 0;
    std::int64_t orphans = 0;
    std::int64_t marked_accesses = 0;
    std::int64_t evictions = 0;
    std::int64_t invalidations = 0;
    std::int64_t stalls = 0;
    base::Time stall_time;
  };

  /// Acquires the annex for one access, until leave().
  void enter() { annex_.acquire(execution_); }
  void leave() { annex_.release(execution_); }
  void catch_up_alone(base::Time time);
  void catch_up(base::Time time);
  void count(const Pending& load);
  void handed_over(std::uint32_t slot);
  /// Sends an event; returns how long the annex delayed it.
  base::Time send(protocol::AnnexEventKind kind, std::uint32_t slot, base::PageId page,
                  base::Time time);
  void send_for(protocol::Access& access, protocol::AnnexEventKind kind, std::uint32_t slot,
                base::PageId page);

  const std::uint64_t* markers_;
  std::int64_t waiting_ = 0;  ///< Sum of the loads of all slots.
  AnnexObserver* observer_ = nullptr;
  base::CoreId core_{};
  std::vector<Slot> slots_;
  std::vector<Pending> pending_;  ///< Incomplete loads in call order.
  AnnexStats counts_;

  kernel::Execution execution_;
  kernel::Exclusive annex_;
};

}  // namespace starnuma::translation
