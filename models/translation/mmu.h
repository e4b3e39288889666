// SPDX-License-Identifier: Apache-2.0
// Address translation of a core: DTLB, STLB and page walker, between the core and its caches.
//
// Contract:
// - cpu_side takes accesses by virtual address. Each leaves mem_side with its line, delayed by the
//   translation.
// - A core runs one address space at a time. Translations of other spaces remain and are reached by
//   shootdowns.
// - A walk reads page-table entries through the data caches (accesses of kind kWalk).
// - Coherence of TLBs: the agent that moves a page calls invalidate() on every Mmu that may hold
//   its translation. An access to a moving page waits until the page is accessible.
// - Read-only copies: a walk finds the socket's own copy. A write first takes a write fault that
// invalidates and deallocates the copies, and waits for it.
// - Unmapped page: the walk takes a page fault and is repeated.
// - Recovery: an unanswered access is repeated if the operating system has recovered its page
//   elsewhere.
// - Timing: a DTLB hit is hidden by the L1. An STLB hit adds `stlb_latency`. A miss adds the walk:
//   one dependent read per level below the deepest paging-structure cache that hits.
// - In SystemC time accesses run on fibers. An access to a page with a walk in progress waits for
//   that walk.
// - Not modelled: instruction TLB, contention for the walker (walks of different pages are
//   independent).
#pragma once

#include <systemc>
#include <utility>
#include <vector>

#include "models/accounting/stats.h"
#include "models/kernel/execution.h"
#include "models/kernel/sockets.h"
#include "models/paging/fault_handler.h"
#include "models/paging/page_map.h"
#include "models/protocol/access.h"
#include "models/translation/annex_driver.h"
#include "models/translation/faults.h"
#include "models/translation/page_waits.h"
#include "models/translation/tlb_function.h"
#include "models/translation/translation_checks.h"
#include "models/translation/translation_config.h"
#include "models/translation/walker.h"

namespace starnuma::translation {

class Mmu : public sc_core::sc_module, public accounting::StatSource {
 public:
  using Config = TranslationConfig;

  Mmu(const sc_core::sc_module_name& name, const Config& config, base::Frequency frequency,
      const paging::PageMap& page_map);

 private:
  void access(protocol::Access& access);
  void pass_on(protocol::Access& access) { to_caches_.send(access); }

 public:
  kernel::Target<&Mmu::access> cpu_side{"cpu_side", *this};
  kernel::Initiator<protocol::Access> mem_side{"mem_side"};
  /// Walker's port to the caches, for other units in the walker.
  kernel::OptionalTarget<&Mmu::pass_on> walker_side{"walker_side", *this};

  /// Selects the dispatcher's delivery. Precondition: before the run.
  void deliver_in(kernel::Dispatcher& dispatcher) { execution_ = kernel::Execution(dispatcher); }
  /// Looks up the TLBs and then the caches behind them. A hit in both answers the access. kMiss:
  /// the caches have missed. kBlocked: a walk or another delay comes first. Fills in the line if a
  /// TLB holds the page.
  kernel::LookUp look_up(protocol::Access& access);
  /// Completes an access that has missed at the current time. Called in SystemC time.
  void miss(protocol::Access& access);

  /// Switches to the address space of a page map, which must outlive this object. The constructor
  /// enters the first one. Must not be called from inside an access.
  void enter(const paging::PageMap& page_map);
  base::SpaceId space() const { return space_; }
  const paging::PageMap& page_map() const { return *page_map_; }
  /// Sets the socket, whose page tables and addresses the MMU uses. Precondition: before the run.
  void set_socket(base::SocketId socket);
  /// Registers an observer of completed accesses, which must outlive the run. Precondition: before
  /// the run.
  void observe(protocol::AccessObserver& observer);
  /// Connects the counter annex of the tracking hardware. Preconditions: before the run; `annex`
  /// outlives this object.
  void attach(AnnexDriver& annex);
  /// Registers the fault handler. `copies`: pages may have read-only copies. Preconditions: before
  /// the run; `os` outlives this object.
  void handle_faults(paging::FaultHandler& os, bool copies) { faults_.handle_with(os, copies); }
  /// Makes an access to a page of one of these homes end the run with an error report.
  void refuse(std::vector<base::NodeId> homes) { checks_.refuse(std::move(homes)); }
  /// Enables a check of every access: a frame that differs from the page map's stops the run.
  void check_translations();

  /// Waits until no access with a translation of the page is outstanding. Called in SystemC time,
  /// on the fiber that holds the page.
  void wait_until_unused(base::PageId page) { waits_.wait_until_unused(page); }
  /// Makes accesses that wait for a held page retry.
  void resume_with_pages() { waits_.resume(); }

  /// Handles a shootdown: invalidates the page's translation; returns true if it was present. Must
  /// not be called from inside an access.
  bool invalidate(base::PageId page, base::Time time);
  /// Invalidates all translations of a space, including paging-structure caches; returns the number
  /// of pages. Must not be called from inside an access.
  std::int64_t flush(base::SpaceId space, base::Time time);
  /// Latest time at which an access has used a translation; valid if pages move.
  base::Time latest_use() const { return waits_.latest_use(); }

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override;

 private:
  /// Not inlined, so that a DTLB hit saves no registers.
  [[gnu::noinline]] void access_without_dtlb(protocol::Access& access, base::PageId page);
  void translated(protocol::Access& access, const TlbEntry& entry);
  TlbEntry translate(protocol::Access& access);
  TlbEntry miss_dtlb(protocol::Access& access, base::PageId page);
  TlbEntry miss_stlb(protocol::Access& access, base::PageId page);
  TlbEntry walk(protocol::Access& access, base::PageId page);
  bool interrupts_walk(protocol::Access& access, base::PageId page);
  bool wait_while_held(protocol::Access& access, base::PageId page);
  [[gnu::noinline]] kernel::LookUp look_up_stlb(protocol::Access& access, base::PageId page);
  bool ready(protocol::Access& access, const TlbEntry& entry) const;
  void note_hit(const protocol::Access& access, const TlbEntry& entry, base::Time start);
  void watched_access(protocol::Access& access, TlbEntry entry, kernel::LookUp found);
  bool try_access(protocol::Access& access, TlbEntry entry, kernel::LookUp found);
  bool send(protocol::Access& access, base::PageId page, kernel::LookUp found);
  void send_to_caches(protocol::Access& access, kernel::LookUp found);
  void notify_observers(const protocol::Access& access) const;
  void choose_watched();
  bool make_writable(protocol::Access& access, TlbEntry& entry);

  void end_of_elaboration() override {
    to_caches_ = mem_side.destination();
    look_ups_ = mem_side.look_ups();
    walker_.connect(to_caches_);
  }

  // Fields of a DTLB hit in one host cache line; the TLBs begin with theirs.
  alignas(64) kernel::Destination<protocol::Access> to_caches_;
  bool watched_ = false;   ///< At least one feature must handle every access.
  base::SpaceId space_{};  ///< Space of the page map.
  Tlbs tlbs_;

  const paging::PageMap* page_map_ = nullptr;
  base::Time stlb_latency_;
  AnnexDriver* annex_ = nullptr;
  int socket_ = 0;
  int table_ = 0;  ///< Page table that the socket walks.
  std::vector<protocol::AccessObserver*> observers_;
  kernel::LookUpPort<protocol::Access> look_ups_;
  kernel::Execution execution_;
  TranslationChecks checks_{*this};
  Walker walker_;
  SharedWalks walks_{execution_};
  PageWaits waits_{execution_};
  Faults faults_{execution_, waits_};
};

}  // namespace starnuma::translation
