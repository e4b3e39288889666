// SPDX-License-Identifier: Apache-2.0
// What an MMU tells the counter annex of its STLB: completed loads that missed the LLC, accesses to
// marked translations, evictions, shootdowns.
//
// Contract: annex_side takes events in call order; of one slot they are in the order of their
// times, but for accesses that a core issues out of order. A load counts when its data are there:
// until then it is pending here, and if its translation has gone meanwhile, it is an orphan
// increment. Timing: an event that the annex could not take at once delays the access that caused
// it. In SystemC time one access at a time is at the annex, as the one before may wait for room
// behind it.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "models/accounting/stats.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/kernel/sockets.h"
#include "models/protocol/access.h"
#include "models/protocol/tracking.h"
#include "models/translation/tlb_function.h"

namespace starnuma::translation {

/// Is told of every event, in call order, before the annex is.
class AnnexObserver {
 public:
  virtual ~AnnexObserver() = default;
  virtual void on_event(base::CoreId core, const protocol::AnnexEvent& event) = 0;
};

class AnnexDriver : public sc_core::sc_module, public accounting::StatSource {
 public:
  /// For an STLB of `entries`; `marker_words` is the annex's marker mask, slot 0 in bit 0.
  AnnexDriver(const sc_core::sc_module_name& name, int entries, const std::uint64_t* marker_words);

  kernel::Initiator<protocol::AnnexEvent> annex_side{"annex_side"};

  /// Events come in SystemC time. Before the run.
  void deliver_in(kernel::QueuedDispatcher& dispatcher) { in_time_ = &dispatcher; }
  /// Names this core to an observer from now on.
  void observe(AnnexObserver& observer, base::CoreId core) {
    observer_ = &observer;
    core_ = core;
  }

  bool marked(std::uint32_t slot) const { return (markers_[slot / 64] >> (slot % 64) & 1) != 0; }
  /// An access through a marked slot.
  void access(const TlbEntry& entry, protocol::Access& access);
  /// A load that missed the LLC: issued by the core, its data there at `done`.
  void load_missed(const TlbEntry& entry, base::Time issued, base::Time done) {
    if (pending_.size() >= kMany) catch_up_alone(issued);
    pending_.push_back({done, entry.page(), entry.slot()});
  }
  /// A walk has put `entry` into its slot, in place of `replaced` or TlbEntry::kEmpty.
  void filled(const TlbEntry& entry, base::PageId replaced, protocol::Access& access);
  /// The translation is about to go.
  void invalidated(const TlbEntry& entry, base::Time time);
  void mark_all(base::Time time);
  /// Loads not handed over yet: incomplete, or waiting in their slots.
  std::int64_t loads_held() const { return static_cast<std::int64_t>(pending_.size()) + waiting_; }
  /// These, by page: in no particular order, a page more than once.
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
    std::int64_t loads = 0;  ///< Since the last hand-over; for loads_held() only.
  };
  struct Counts {
    std::int64_t increments = 0;
    std::int64_t orphans = 0;
    std::int64_t marked_accesses = 0;
    std::int64_t evictions = 0;
    std::int64_t invalidations = 0;
    std::int64_t stalls = 0;
    base::Time stall_time;
  };

  void enter();
  void leave();
  void catch_up_alone(base::Time time);
  void catch_up(base::Time time);
  void count(const Pending& load);
  void handed_over(std::uint32_t slot);
  /// How long the annex made the sender wait.
  base::Time send(protocol::AnnexEventKind kind, std::uint32_t slot, base::PageId page,
                  base::Time time);
  void send_for(protocol::Access& access, protocol::AnnexEventKind kind, std::uint32_t slot,
                base::PageId page);

  const std::uint64_t* markers_;
  std::int64_t waiting_ = 0;  ///< Sum of all slots' loads.
  AnnexObserver* observer_ = nullptr;
  base::CoreId core_{};
  std::vector<Slot> slots_;
  std::vector<Pending> pending_;  ///< In call order.
  Counts counts_;

  kernel::QueuedDispatcher* in_time_ = nullptr;  ///< Null: immediate delivery.
  bool entered_ = false;
  kernel::WaitingFibers for_the_annex_;
};

}  // namespace starnuma::translation
