// SPDX-License-Identifier: Apache-2.0
// A core's address translation: DTLB, STLB and page walker, between the core and its caches.
//
// Contract: cpu_side takes accesses by virtual address; each leaves mem_side with its line filled
// in and its time moved on by the translation. A core runs one address space at a time;
// translations of others stay, and shootdowns reach them. Walks read page-table entries through the
// same caches as data (accesses of kind kWalk). TLB entries are copies of the page map's: whoever
// moves a page has to call invalidate() on every Mmu that may hold its translation; an access to a
// moving page waits until the page has settled. Where pages have read-only copies, walks find the
// socket's own one, and a write to such a page first has the operating system take the copies away;
// the access waits for that as it does for a move. A walk that finds a page unmapped has the
// operating system map it, and is done again. An access that no memory answers is made again where
// the operating system has made its page again elsewhere. Timing: a DTLB hit is hidden by the L1;
// an STLB hit adds `stlb_latency`; a miss adds the walk, one dependent read per level below the
// deepest paging-structure cache that hits. Not modelled: several walks at once in one walker,
// instruction TLB. In SystemC time accesses are on fibers; one that needs a
// walk under way waits for it.
#pragma once

#include <array>
#include <optional>
#include <systemc>
#include <utility>
#include <vector>

#include "models/accounting/stats.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/kernel/sockets.h"
#include "models/paging/fault_handler.h"
#include "models/paging/page_map.h"
#include "models/protocol/access.h"
#include "models/protocol/access_error.h"
#include "models/protocol/access_observer.h"
#include "models/translation/annex_driver.h"
#include "models/translation/tlb_function.h"
#include "models/translation/translation_config.h"

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
  /// The walker's way to the caches, for what else sits in the walker.
  kernel::OptionalTarget<&Mmu::pass_on> walker_side{"walker_side", *this};

  /// Accesses are under way in SystemC time. Before the run.
  void deliver_in(kernel::QueuedDispatcher& dispatcher) { in_time_ = &dispatcher; }
  /// The TLBs translate it and nothing holds it up, as the caches say too; fills in its line.
  bool at_once(protocol::Access& access) const;

  /// The core runs the space of this page map, which must outlive this, from now on; the
  /// constructor enters the first. Not from inside an access.
  void enter(const paging::PageMap& page_map);
  base::SpaceId space() const { return space_; }
  const paging::PageMap& page_map() const { return *page_map_; }
  /// The MMU is one of this socket, whose page tables and addresses it uses. Before the run.
  void stand_on(base::SocketId socket);
  /// `observer` too is told of every access from now on, when it is done; it must outlive the
  /// run. Before it.
  void observe(protocol::AccessObserver& observer);
  /// Tells the tracking hardware's annex of loads and translations from now on; it must outlive
  /// this. Before the run.
  void attach(AnnexDriver& annex);
  /// Where pages move: `os` takes its faults; `copies`: pages may have read-only copies. Before the
  /// run; `os` must outlive this.
  void take_faults(paging::FaultHandler& os, bool copies);
  /// What an error report of a refused home is called.
  static constexpr const char* kRefused = "/starnuma/mmu/refused home";
  /// An access of this MMU's to a page of one of these homes ends the run with an error report.
  void refuse(std::vector<base::NodeId> homes) { refused_ = std::move(homes); }
  /// From now on each access stops the run when its frame is not the page map's.
  void check_translations();

  /// In SystemC time, on the fiber of whoever moves a page that is held: returns when no access
  /// with a translation of it is under way.
  void wait_until_unused(base::PageId page);
  /// Accesses that wait for a page that was held look again.
  void go_on_with_pages() { for_pages_.wake(*in_time_); }

  /// A shootdown at `time`: takes the page's translation away; says whether it was there. Not from
  /// inside an access.
  bool invalidate(base::PageId page, base::Time time);
  /// Takes all translations of a space away, those of page tables too; how many there were of
  /// pages. Not from inside an access.
  std::int64_t flush(base::SpaceId space, base::Time time);
  /// What the TLBs hold for a page.
  std::optional<base::Frame> translation_of(base::PageId page) const;
  /// Where pages move: latest time at which an access has used a translation so far.
  base::Time latest_use() const { return latest_use_; }

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  struct Counts {
    std::int64_t dtlb_hits = 0;
    std::int64_t stlb_hits = 0;
    std::int64_t walks = 0;
    std::int64_t walk_reads = 0;
    std::int64_t invalidations = 0;
    base::Time walk_time;
    std::int64_t stalls = 0;
    base::Time stall_time;
    std::int64_t write_faults = 0;
    std::int64_t page_faults = 0;
    base::Time page_fault_time;
  };

  /// Out of line, so that a DTLB hit saves no registers.
  [[gnu::noinline]] void access_without_dtlb(protocol::Access& access, base::PageId page);
  void translated(protocol::Access& access, const TlbEntry& entry);
  TlbEntry miss_dtlb(protocol::Access& access, base::PageId page);
  TlbEntry miss_stlb(protocol::Access& access, base::PageId page);
  TlbEntry walk_or_join(protocol::Access& access, base::PageId page);
  /// Pages move while accesses to them are under way.
  bool moves_in_time() const { return in_time_ != nullptr && page_map_->movable(); }
  bool held_up(protocol::Access& access, std::uint64_t page);
  bool waited_for_fault(protocol::Access& access);
  void note_wait(protocol::Access& access);
  /// The operating system deals with a fault of this core's.
  template <class Handle>
  void take_fault(const Handle& handle) {
    if (in_time_ == nullptr) return handle();
    faulting_ = true;
    protocol::then_leave(handle, [&] {
      faulting_ = false;
      for_fault_.wake(*in_time_);
    });
  }
  void send_in_use(protocol::Access& access, std::uint64_t page);
  bool watched_at_once(protocol::Access& access, const TlbEntry& entry) const;
  void watched_access(protocol::Access& access, TlbEntry entry);
  void send(protocol::Access& access, std::uint64_t page);
  bool recover(protocol::Access& access);
  void walk(protocol::Access& access, base::PageId page);
  void page_fault(protocol::Access& access, base::PageId page);
  void choose_watched();
  void wait_for_move(protocol::Access& access, std::uint64_t page);
  TlbEntry make_writable(protocol::Access& access, TlbEntry entry);
  void check_translation(const protocol::Access& access, const TlbEntry& entry) const;
  void check_home(base::NodeId home, std::uint64_t page) const;

  void end_of_elaboration() override {
    to_caches_ = mem_side.destination();
    caches_readiness_ = mem_side.readiness();
  }

  // What a DTLB hit needs, in one host cache line.
  alignas(64) TlbArray dtlb_;
  kernel::Destination<protocol::Access> to_caches_;
  bool watched_ = false;   ///< Somebody below wants to see every access.
  base::SpaceId space_{};  ///< Of the page map.
  Counts counts_;

  const paging::PageMap* page_map_ = nullptr;
  SlottedTlbArray stlb_;
  std::array<TlbArray, paging::PageMap::kLevels - 1>
      walk_caches_;  ///< [l] holds entries of level l + 1.
  base::Time stlb_latency_;
  base::Time latest_use_;
  bool checked_ = false;
  AnnexDriver* annex_ = nullptr;
  paging::FaultHandler* os_ = nullptr;  ///< Where pages move.
  bool copies_ = false;                 ///< Pages may have some.
  int socket_ = 0;
  int table_ = 0;  ///< Of the page map, that the socket walks.
  std::vector<protocol::AccessObserver*> observers_;
  std::vector<base::NodeId> refused_;

  // In SystemC time.
  struct Joined {
    base::PageId page;
    kernel::Fiber* fiber;
    protocol::Access* access;
  };
  kernel::QueuedDispatcher* in_time_ = nullptr;  ///< Null: immediate delivery.
  kernel::Readiness<protocol::Access> caches_readiness_;
  std::vector<base::PageId> walked_;  ///< Pages whose walks are under way.
  std::vector<Joined> joined_;        ///< Accesses that wait for one of these.
  kernel::WaitingFibers for_pages_;   ///< Accesses that wait for pages that are held.
  std::vector<base::PageId> used_;    ///< Of accesses under way, where pages move.
  kernel::WaitingFibers for_unused_;  ///< Who moves pages.
  bool faulting_ = false;             ///< A core takes one fault at a time.
  kernel::WaitingFibers for_fault_;   ///< Accesses that would take another.
};

}  // namespace starnuma::translation
