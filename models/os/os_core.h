// SPDX-License-Identifier: Apache-2.0
// The core on which an operating system moves pages, with a port of its own at the caching agent of
// its host's first socket.
//
// Contract: it serves several address spaces, each with a page map; moves name pages by number in
// one of them, shootdowns name them by both. migrate() hands it moves; it makes them one after the
// other from then on, after those it has of any space, until cancel() of theirs. A page is moved in
// one step at kernel time: from the first write of its page-table entry to the last, accesses to it
// wait (page_map.h); so the whole move is booked ahead of kernel time, and bookings come out of
// order by as much as that takes. Timing: `page_cycles` of its own; then the entry is unmapped,
// translations are taken away, each line is read with ownership, which takes every cached copy
// away, and written to its new place, `lines_in_flight` at a time; then the new entry is written.
// scan() hands it lines of metadata, which it takes with ownership, reads, resets and gives back
// before it moves anything else: 64 of them, `lines_in_flight` at a time, are one step. Uncached
// metadata it reads and writes past the caches. All accesses are real ones (traffic: migration) and
// leave nothing in the socket's caches. A shared core loses that time. A read-only copy of a page:
// at the first one all translations are taken away and the page may only be read from then on. Its
// lines are copied as those of a move are, while it is read on; then the sharing socket's
// translations are taken away, so that its walks find the copy. A write to such a page costs its
// core `write_fault_cycles`, both writes of the entry and a shootdown; afterwards all copies are
// free frames. A copy under way is given up.
// Unmapping: entries are written and translations taken away, those of 64 pages in a step. A touch
// of an unmapped page costs its core `page_fault_cycles` and the write of the entry; the core does
// nothing else meanwhile. Where the policy answers with a node the page goes there within the
// fault, its lines copied by the operating system's port at the core's own socket; a cached page
// keeps its old frame. One that makes room for it leaves before: entry, translations, and, if it
// was written, its lines back to the frame that it has kept. A touch of a
// page without memory is the same fault, in which a frame is taken where the program's allocator
// says and its lines are written with zeros, `lines_in_flight` at a time, by the operating system's
// port at the core's own socket. A task that moves to another core waits until all that it has
// under way is done, then for `task_cycles`. With `task_state: flushed` the core that it leaves
// first gives up all lines of its private caches, one after the other, and its translations of the
// space; so does the other core where two tasks change places. Pipeline and store queue are drained
// in any case. A core that runs a task of another space is not moved to. What carry_out() hands it
// costs `capacity_cycles`, comes before all else that it has to do, and may move pages off memory
// that the host gives back, or lose them with it. Not modelled: the migrating core's own TLB and
// private caches, time slices.
// In SystemC time moves and faults take the time that they take, and several are under way: a page
// is held from when it is taken over until it may be accessed, accesses under way with its
// translation are waited for, and its lines are on their way side by side.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <systemc>
#include <utility>
#include <vector>

#include "models/accounting/stats.h"
#include "models/cache/private_snoop.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/os/shootdown.h"
#include "models/paging/page_backups.h"
#include "models/paging/page_map.h"
#include "models/placement/knowledge.h"
#include "models/placement/plan.h"
#include "models/protocol/uncached/request.h"

namespace starnuma::os {

class OsCore : public sc_core::sc_module,
               public accounting::StatSource,
               private cache::PrivateSnoop,
               private paging::FaultHandler {
 public:
  struct Counts {
    std::int64_t pages = 0;
    std::int64_t lines = 0;
    base::Time busy;
    std::int64_t scan_lines = 0;  ///< Of metadata, read and reset.
    base::Time scan_time;
    std::int64_t copies = 0;           ///< Read-only ones made.
    std::int64_t copies_given_up = 0;  ///< The page was written meanwhile.
    std::int64_t copies_freed = 0;     ///< By writes.
    std::int64_t write_faults = 0;
    base::Time fault_time;  ///< From the write to its going on.
    std::uint64_t most_copies = 0;
    base::Time unavailable;  ///< Sum over pages of the time during which they could not be used.
    std::int64_t unmapped = 0;
    std::int64_t page_faults = 0;
    base::Time page_fault_time;      ///< From the touch to its going on.
    std::int64_t first_touches = 0;  ///< Of the faults: those of pages without memory.
    std::int64_t zeroed_lines = 0;
    std::int64_t task_moves = 0;
    std::int64_t tasks_stay = 0;  ///< Moves not made: the core runs another program's task.
    base::Time task_time;         ///< That tasks lost by moving, waiting for accesses aside.
    std::int64_t flushed_lines = 0;
    std::int64_t flushed_translations = 0;
    std::int64_t cached = 0;        ///< Pages taken into a cache.
    std::int64_t evicted = 0;       ///< That left it.
    std::int64_t written_back = 0;  ///< Of these, those that had been written.
    std::int64_t recovered = 0;     ///< Pages of a crashed server made again for an access.
    base::Time recovery_time;       ///< That such accesses took for it.
    std::int64_t rebuilt = 0;       ///< Made again by rebuild().
    std::int64_t backups_rebuilt = 0;
    std::int64_t decoding_reads = 0;  ///< Of lines, for all of these.
  };

  /// The page maps must outlive it.
  OsCore(const sc_core::sc_module_name& name, const placement::PlacementConfig& config,
         base::Frequency frequency, const std::vector<paging::PageMap*>& page_maps,
         std::vector<PlacedCore> cores);

  kernel::Initiator<protocol::Access, cache::PrivateSnoop> mem_side{
      "mem_side", static_cast<cache::PrivateSnoop&>(*this)};

  /// Its accesses are under way in SystemC time. Before the run.
  void deliver_in(kernel::QueuedDispatcher& dispatcher) { in_time_ = &dispatcher; }
  /// Makes these moves of pages of the space too, in order.
  void migrate(base::SpaceId space, const std::vector<placement::Move>& moves);
  /// Reads and resets these lines before it makes a move, unless that is free, and not before
  /// `settled`. What it finds there is not its business.
  void scan(base::SpaceId space, const std::vector<base::LineAddress>& lines, base::Time settled);
  /// Before elaboration: metadata are uncached memory; the socket must be bound.
  kernel::Initiator<protocol::UncachedRequest>& scan_uncached();
  /// Before elaboration: the operating system's port at another socket of its host than the first,
  /// for pages that are zeroed there; to be bound.
  kernel::Initiator<protocol::Access, cache::PrivateSnoop>& add_socket_side(int socket);
  /// Takes the faults of all cores; where pages may have copies they tell of writes. Before the
  /// run.
  void take_faults(bool copies);
  /// Unmaps these pages of the space, behind the moves it has: the next touch of each faults. Those
  /// that have copies, or are unmapped already, are left alone.
  void unmap(base::SpaceId space, const std::vector<std::uint64_t>& pages);
  bool unmapping(base::SpaceId space) const;
  /// Thread t of the space runs on cores[t]. Before the run.
  void place_tasks(base::SpaceId space, std::vector<base::CoreId> cores);
  /// Where they run now.
  const std::vector<base::CoreId>& tasks(base::SpaceId space) const { return at(space).tasks; }
  /// All cores that have run one of them, in that order.
  const std::vector<base::CoreId>& visited(base::SpaceId space) const { return at(space).visited; }
  /// By core; those of other hosts count as busy.
  std::vector<bool> busy() const;
  /// Moves these tasks of the space, behind all that it has been asked for.
  void move_tasks(base::SpaceId space, const std::vector<placement::TaskMove>& moves);
  /// By page: not 0 if it was written since whoever reads this last cleared it.
  std::vector<std::uint8_t>& written(base::SpaceId space) override { return at(space).written; }
  /// How many moves of the space have been made since its last cancel().
  std::size_t made(base::SpaceId space) const { return at(space).made; }
  /// Makes no further move of the space; returns how many were made since the last time.
  std::size_t cancel(base::SpaceId space);
  /// How many since the last cancel() or this; the others will be.
  std::size_t take_made(base::SpaceId space) { return std::exchange(at(space).made, 0); }
  /// Where the page of a fault goes before it is mapped, if anywhere, and the cached page that
  /// makes room for it there.
  struct FaultAnswer {
    std::optional<base::NodeId> to = {};
    std::optional<std::uint64_t> evict = {};
  };
  /// Called when a fault on a page of the space has been dealt with, but for the mapping of an
  /// unmapped page.
  using FaultSink = std::function<FaultAnswer(const placement::Fault&)>;
  void on_fault(base::SpaceId space, FaultSink sink) { at(space).on_fault = std::move(sink); }
  /// Pages of the space that go somewhere within a fault keep their frames: they are cached. Before
  /// the run, after take_faults() of writes.
  void cache_pages(base::SpaceId space) { at(space).caches = true; }
  /// Asked for the node of a page without memory that a core of that node has touched; it must have
  /// room. May throw, which ends the access.
  using Allocator = std::function<base::NodeId(std::uint64_t page, base::NodeId toucher)>;
  void allocate_by(base::SpaceId space, Allocator allocator) {
    at(space).allocator = std::move(allocator);
  }

  /// Does this as soon as it is done with what it is at; the three below are for inside of it.
  void carry_out(std::function<void()> work);
  /// Moves the page off the extent, if it still lies there and the node has room, which may be the
  /// same node.
  bool move_off(const paging::Extent& extent, base::PageId page, base::NodeId to);
  /// Faults that have begun are done: none has a frame that it has not given its page yet.
  void wait_for_faults();
  /// These pages, their translations and all cached copies of their lines are gone.
  void lose(const std::vector<base::PageId>& pages);

  /// Pages with these backups are made again where their server has crashed, on one of these nodes,
  /// the first of them first. Before the run; the backups must outlive it.
  void protect(paging::PageBackups& backups, std::vector<base::NodeId> nodes);
  /// Inside of carry_out(): all lost pages and backups, as far as there is room.
  void rebuild();

  /// By node: faults on unmapped pages that lay there, of all spaces since the start.
  const std::vector<std::uint64_t>& faults_on() const { return faults_on_; }
  const Counts& counts(base::SpaceId space) const { return at(space).counts; }
  const Shootdowns& shootdowns() const { return shootdowns_; }
  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override;

 private:
  /// An address space that it serves.
  struct Space {
    paging::PageMap* map;
    std::size_t made = 0;
    base::Time settled;  ///< When metadata hold all that was sent to them.
    std::vector<std::uint8_t> written;
    FaultSink on_fault;
    Allocator allocator;
    std::vector<base::CoreId> tasks;
    std::vector<base::CoreId> visited;
    Counts counts;
    bool caches = false;
  };
  struct Job {
    Space* space;
    placement::Move move;
    std::vector<std::uint64_t> unmap = {};         ///< Instead of the move.
    std::optional<placement::TaskMove> task = {};  ///< The same.

    bool moves() const { return unmap.empty() && !task; }
  };
  struct ScanLine {
    Space* space;
    base::LineAddress line;
  };

  ProgramCore* first_core() const;
  Space& at(base::SpaceId space);
  const Space& at(base::SpaceId space) const { return const_cast<OsCore*>(this)->at(space); }
  void run();
  void serve();
  void wake();
  void work_for_others();
  void scan_step();
  /// Does `work(i, start)` for i below `count`, `lanes` of them side by side, each lane one after
  /// the other; says when the last is done. `work` says when it is.
  using Work = std::function<base::Time(std::uint64_t, base::Time)>;
  base::Time side_by_side(std::uint64_t count, std::uint64_t lanes, base::Time start,
                          const Work& work);
  /// The same with as many lanes as the operating system has lines in flight.
  base::Time in_flight(std::uint64_t count, base::Time start, const Work& work) {
    return side_by_side(count, static_cast<std::uint64_t>(config_.lines_in_flight), start, work);
  }
  base::Time take_over(const Space& space, std::uint64_t page, base::Time start, int socket = 0);
  void hold(const Space& space, std::uint64_t page);
  void wait_until_unused(const Space& space, std::uint64_t page);
  bool wait_while_held(const Space& space, std::uint64_t page);
  void let_go();
  base::Time reached(base::Time time);
  base::Time scan_line(base::LineAddress line, base::Time start);
  void move_step();
  static bool may_still_move(const paging::PageMap& map, const placement::Move& move);
  bool may_unmap(const paging::PageMap& map, std::uint64_t page) const;
  void unmap_pages(const Job& job);
  std::uint64_t begin_fault(Space& space, std::uint64_t page);
  void end_fault(std::uint64_t number);
  void keep_busy(const PlacedCore& placed, base::Time from, base::Time until);
  void move_task(Space& space, const placement::TaskMove& move);
  base::Time flush(Space& space, ProgramCore& core);
  void move_page(const Job& job);
  void copy_page(const Job& job);
  base::Time write_fault(base::PageId page, base::Time time) override;
  base::Time page_fault(base::PageId page, base::CoreId core, bool write, base::Time time) override;
  std::optional<base::Time> recover(base::PageId page, base::CoreId core, base::Time time) override;
  std::optional<base::Time> make_again(Space& space, std::uint64_t page, base::Time start);
  base::Time read_or_decode(Space& space, base::LineAddress line,
                            const std::vector<paging::PageBackups::Source>& sources,
                            std::uint64_t number, base::Time start);
  void rebuild_backup(const paging::PageBackups::Lost& lost);
  std::optional<base::NodeId> node_beside(const Space& space, base::PageId page,
                                          base::Time time) const;
  /// The policy learns of a fault on a page that was absent.
  FaultAnswer tell(Space& space, placement::Fault& fault);
  base::Time evict(Space& space, std::uint64_t page, int socket, base::Time start);
  base::Time move_in_fault(Space& space, const placement::Move& move, int socket, base::Time start);
  base::Time shoot_down(const Space& space, std::uint64_t page, base::Time start,
                        std::optional<int> socket = {});
  base::Time zero(Space& space, base::Frame frame, int socket, base::Time start);
  /// One access to each line of the page.
  base::Time each_line(const Space& space, base::Frame frame, protocol::AccessKind kind,
                       base::Time start, int socket = 0);
  base::Time write_entry(const Space& space, std::uint64_t page, base::Time start, int socket = 0);
  base::Time copy(Space& space, base::Frame from, base::Frame to, base::Time start, int socket = 0);
  base::Time access(base::LineAddress line, protocol::AccessKind kind, base::Time start,
                    int socket = 0);
  void sleep_until(base::Time time);
  bool snoop(base::LineAddress, Demand) override { return false; }  // it keeps no copies

  placement::PlacementConfig config_;
  base::Time page_time_;
  base::Time fault_time_;
  base::Time page_fault_time_;
  base::Time task_time_;
  base::Time capacity_time_;
  std::vector<Space> spaces_;
  paging::PageBackups* backups_ = nullptr;
  std::vector<base::NodeId> backup_nodes_;
  std::vector<std::uint64_t> faults_on_;
  Shootdowns shootdowns_;
  ProgramCore* shared_;                               ///< Whose time it takes; none: its own.
  std::deque<Job> jobs_;                              ///< Still to be made.
  std::deque<std::function<void()>> work_of_others_;  ///< Before all of them.
  std::deque<ScanLine> scan_;                         ///< Still to be read and reset.
  std::unique_ptr<kernel::Initiator<protocol::UncachedRequest>> uncached_side_;
  std::map<int, std::unique_ptr<kernel::Initiator<protocol::Access, cache::PrivateSnoop>>>
      socket_sides_;  ///< By socket, but for the first of the host; empty: nothing is zeroed.
  sc_core::sc_event work_{"work"};
  kernel::QueuedDispatcher* in_time_ = nullptr;  ///< Null: immediate delivery.
  kernel::WaitingFibers for_work_;
  kernel::WaitingFibers for_pages_;  ///< That are held, and for faults under way.
  std::uint64_t faults_begun_ = 0;
  std::set<std::uint64_t> faults_under_way_;  ///< By number.
};

}  // namespace starnuma::os
