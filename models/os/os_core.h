// SPDX-License-Identifier: Apache-2.0
// Core on which the operating system moves pages. It has its own port at the caching agent of its
// host's first socket.
//
// Contract:
// - Serves several address spaces, each with a page map. Moves name a page by its number in one
//   space.
// - `os_cores` cores share this port and the pending work.
// - Order: work of carry_out(), then scans, then jobs (moves, unmapping, task moves) first in,
//   first out. Work of carry_out() begins when no core has a job, and runs alone. cancel() drops
//   the scheduled moves of a space.
// - Page move: write the entry (unmapped), invalidate translations, copy, write the entry (mapped).
//   Accesses wait meanwhile (page_map.h). In immediate delivery a move is one step at the current
//   kernel time, so it schedules bookings ahead and out of order.
// - Copy: reads each line with ownership, which invalidates cached copies, and writes it to the new
//   frame, `lines_in_flight` at a time.
// - Scan: reads and resets metadata lines with ownership, or uncached, 64 lines per step.
// - Read-only copy: the first one write-protects the page and invalidates all translations.
//   Accesses continue during the copy. Then the sharing socket's translations are shot down.
// - Write fault: takes `write_fault_cycles`, two writes of the entry and a shootdown. It
// invalidates and deallocates all copies and aborts a copy in progress.
// - Unmapping: writes the entries and invalidates translations, 64 pages per step.
// - Page fault: takes `page_fault_cycles` and one write of the entry; the core stalls. If the
//   policy returns a node, the page moves within the fault through the port at the core's socket. A
//   cached page keeps its previous frame. Its victim is evicted first and written back if dirty.
// - First touch: a page fault that allocates a frame from the program's allocator and zeroes it.
// - Task move: waits for the task's outstanding accesses, then takes `task_cycles`. With
//   `task_state: flushed` the core first flushes its private caches and invalidates the space's
//   translations, as does the other core of a swap. A core with a task of another space is not a
//   target.
// - Timing: `page_cycles` per move, `capacity_cycles` per carry_out(), plus real accesses (traffic
//   class migration) that leave no line in the caches. A shared core loses this time.
// - In SystemC time several faults and moves proceed concurrently. A page is held from the start of
//   the operation until it is accessible; outstanding accesses with its translation complete first.
// - Not modelled: TLB and private caches of this core, time slices.
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
#include "models/kernel/execution.h"
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
  struct OsStats {
    std::int64_t pages = 0;
    std::int64_t lines = 0;
    base::Time busy;
    std::int64_t scan_lines = 0;  ///< Number of metadata lines read and reset.
    base::Time scan_time;
    std::int64_t copies = 0;            ///< Number of read-only copies made.
    std::int64_t copies_abandoned = 0;  ///< Number of copies aborted by a write to the page.
    std::int64_t copies_freed = 0;      ///< Number of copies deallocated by writes.
    std::int64_t write_faults = 0;
    base::Time fault_time;  ///< Time from each write to its completion.
    std::uint64_t max_copies = 0;
    base::Time unavailable;  ///< Sum over pages of the time during which they were inaccessible.
    std::int64_t unmapped = 0;
    std::int64_t page_faults = 0;
    base::Time page_fault_time;      ///< Time from each access to the end of its fault.
    std::int64_t first_touches = 0;  ///< Number of page faults on pages without memory.
    std::int64_t zeroed_lines = 0;
    std::int64_t task_moves = 0;
    /// Number of task moves refused because the core runs a task of another program.
    std::int64_t tasks_stay = 0;
    base::Time task_time;  ///< Time that tasks lost by moving, without the wait for their accesses.
    std::int64_t flushed_lines = 0;
    std::int64_t flushed_translations = 0;
    std::int64_t cached = 0;        ///< Number of pages entered into a page cache.
    std::int64_t evicted = 0;       ///< Number of pages evicted from a page cache.
    std::int64_t written_back = 0;  ///< Number of evictions of dirty pages.
    /// Number of pages of a crashed server that were recovered by an access.
    std::int64_t recovered = 0;
    base::Time recovery_time;  ///< Time that such accesses took for the recovery.
    std::int64_t rebuilt = 0;  ///< Number of pages recovered by rebuild().
    std::int64_t backups_rebuilt = 0;
    std::int64_t decoding_reads = 0;  ///< Number of lines read for decoding.
  };

  /// Precondition: the page maps outlive this object.
  OsCore(const sc_core::sc_module_name& name, const placement::PlacementConfig& config,
         base::Frequency frequency, const std::vector<paging::PageMap*>& page_maps,
         std::vector<PlacedCore> cores);

  kernel::Initiator<protocol::Access, cache::PrivateSnoop> mem_side{
      "mem_side", static_cast<cache::PrivateSnoop&>(*this)};

  /// Selects the dispatcher's delivery. Precondition: before the run.
  void deliver_in(kernel::Dispatcher& dispatcher) { execution_ = kernel::Execution(dispatcher); }
  /// Appends moves of pages of the space.
  void migrate(base::SpaceId space, const std::vector<placement::Move>& moves);
  /// Schedules a scan of metadata lines before the next move, at `settled` or later. No effect if
  /// scans are free. The contents are not interpreted.
  void scan(base::SpaceId space, const std::vector<base::LineAddress>& lines, base::Time settled);
  /// Adds the port to uncached metadata, to be bound. Precondition: before elaboration.
  kernel::Initiator<protocol::UncachedRequest>& scan_uncached();
  /// Adds a port at another socket of the host, to be bound: its faults zero and move pages there.
  /// Precondition: before elaboration.
  kernel::Initiator<protocol::Access, cache::PrivateSnoop>& add_socket_side(int socket);
  /// Registers this object as fault handler of all cores; with `copies` they also report writes.
  /// Precondition: before the run.
  void handle_faults(bool copies);
  /// Schedules the unmapping of pages after the jobs scheduled so far; the next access to each
  /// faults. Skips pages that have copies or are unmapped.
  void unmap(base::SpaceId space, const std::vector<std::uint64_t>& pages);
  bool unmapping(base::SpaceId space) const;
  /// Sets the core of each thread of the space. Precondition: before the run.
  void place_tasks(base::SpaceId space, std::vector<base::CoreId> cores);
  /// Current core of each thread.
  const std::vector<base::CoreId>& tasks(base::SpaceId space) const { return at(space).tasks; }
  /// All cores that have run a thread of the space, in that order.
  const std::vector<base::CoreId>& visited(base::SpaceId space) const { return at(space).visited; }
  /// Returns which cores are busy; cores of other hosts count as busy.
  std::vector<bool> busy() const;
  /// Schedules task moves of the space after the jobs scheduled so far.
  void move_tasks(base::SpaceId space, const std::vector<placement::TaskMove>& moves);
  /// Dirty flag of each page; the reader clears it.
  std::vector<std::uint8_t>& written(base::SpaceId space) override { return at(space).written; }
  /// Number of moves of the space since its last cancel().
  std::size_t made(base::SpaceId space) const { return at(space).made; }
  /// Drops the scheduled moves of the space; returns the number made since the last call.
  std::size_t cancel(base::SpaceId space);
  /// Returns the number of moves since the last cancel() or call, without dropping others.
  std::size_t take_made(base::SpaceId space) { return std::exchange(at(space).made, 0); }
  /// Response to a fault: node to which the page moves, and the cached page to evict for it.
  struct FaultAnswer {
    std::optional<base::NodeId> to = {};
    std::optional<std::uint64_t> evict = {};
  };
  /// Callback at the end of a fault, before an unmapped page is mapped.
  using FaultSink = std::function<FaultAnswer(const placement::PageFault&)>;
  void on_fault(base::SpaceId space, FaultSink sink) { at(space).on_fault = std::move(sink); }
  /// Makes pages that move within a fault keep their frames, as cached pages. Precondition: before
  /// the run, after handle_faults() with `copies`.
  void cache_pages(base::SpaceId space) { at(space).caches = true; }
  /// Callback that returns the node for a page at its first touch by a core of node `toucher`. The
  /// node must have a free frame. An exception ends the access.
  using Allocator = std::function<base::NodeId(std::uint64_t page, base::NodeId toucher)>;
  void allocate_by(base::SpaceId space, Allocator allocator) {
    at(space).allocator = std::move(allocator);
  }

  /// Runs `work` after the current job. The three functions below may be called only inside it.
  void carry_out(std::function<void()> work);
  /// Moves the page off the extent, possibly within the node. Returns false if the page has left
  /// already or the node is full.
  bool move_away(const paging::Extent& extent, base::PageId page, base::NodeId to);
  /// Waits for all faults that have begun. None of them then holds an unassigned frame.
  void wait_for_faults();
  /// Drops pages with their translations and all cached copies of their lines.
  void lose(const std::vector<base::PageId>& pages);

  /// Enables the recovery of pages after a server crash, from `backups` to the first suitable one
  /// of `nodes`. Preconditions: before the run; the backups outlive this object.
  void protect(paging::PageBackups& backups, std::vector<base::NodeId> nodes);
  /// Recovers all lost pages and backups that fit into free frames. Called inside carry_out().
  void rebuild();

  /// Number of faults on unmapped pages by node, over all spaces, since the start.
  const std::vector<std::uint64_t>& faults_on() const { return faults_on_; }
  const OsStats& counts(base::SpaceId space) const { return at(space).counts; }
  const Shootdowns& shootdowns() const { return shootdowns_; }
  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override;

 private:
  /// State of one address space.
  struct Space {
    paging::PageMap* map;
    std::size_t made = 0;
    base::Time settled;  ///< Time at which the metadata include all updates sent to them.
    std::vector<std::uint8_t> written;
    FaultSink on_fault;
    Allocator allocator;
    std::vector<base::CoreId> tasks;
    std::vector<base::CoreId> visited;
    OsStats counts;
    bool caches = false;
  };
  struct Job {
    Space* space;
    placement::Move move;
    std::vector<std::uint64_t> unmap = {};         ///< Pages to unmap, instead of a move.
    std::optional<placement::TaskMove> task = {};  ///< Task to move, instead of a page.

    bool moves() const { return unmap.empty() && !task; }
  };
  struct ScanLine {
    Space* space;
    base::LineAddress line;
  };

  ProgramCore* first_core() const;
  Space& at(base::SpaceId space);
  const Space& at(base::SpaceId space) const { return const_cast<OsCore*>(this)->at(space); }
  void serve();
  /// Returns true if a core has to wait for work.
  bool idle() const;
  void work_once();
  void wake();
  void work_for_others();
  void scan_step();
  /// Runs `work` with `lines_in_flight` lanes.
  base::Time in_flight(std::uint64_t count, base::Time start,
                       const kernel::Execution::Work& work) const {
    return execution_.side_by_side(count, static_cast<std::uint64_t>(config_.lines_in_flight),
                                   start, work);
  }
  base::Time adopt(const Space& space, std::uint64_t page, base::Time start, int socket = 0);
  /// Holds the page for an exclusive operation if accesses overlap.
  void hold(const Space& space, std::uint64_t page) const {
    if (execution_.overlaps()) space.map->hold(page);
  }
  void wait_until_unused(const Space& space, std::uint64_t page);
  bool wait_while_held(const Space& space, std::uint64_t page);
  void let_go();
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
  std::optional<base::Time> rebuild_page(Space& space, std::uint64_t page, base::Time start);
  base::Time read_or_decode(Space& space, base::LineAddress line,
                            const std::vector<paging::PageBackups::Source>& sources,
                            std::uint64_t number, base::Time start);
  void rebuild_backup(const paging::PageBackups::Lost& lost);
  std::optional<base::NodeId> node_for_rebuild(const Space& space, base::PageId page,
                                               base::Time time) const;
  /// Notifies the policy of a fault on an absent page.
  FaultAnswer notify_policy(Space& space, placement::PageFault& fault);
  base::Time evict(Space& space, std::uint64_t page, int socket, base::Time start);
  base::Time move_in_fault(Space& space, const placement::Move& move, int socket, base::Time start);
  base::Time shoot_down(const Space& space, std::uint64_t page, base::Time start,
                        std::optional<int> socket = {});
  base::Time zero(Space& space, base::Frame frame, int socket, base::Time start);
  /// Sends one access to each line of the page.
  base::Time each_line(const Space& space, base::Frame frame, protocol::AccessKind kind,
                       base::Time start, int socket = 0);
  base::Time write_entry(const Space& space, std::uint64_t page, base::Time start, int socket = 0);
  base::Time copy(Space& space, base::Frame from, base::Frame to, base::Time start, int socket = 0);
  base::Time access(base::LineAddress line, protocol::AccessKind kind, base::Time start,
                    int socket = 0);
  bool snoop(base::LineAddress, Demand) override { return false; }  // the port holds no copies

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
  ProgramCore* shared_;   ///< Core that loses the time; null for a dedicated core.
  std::deque<Job> jobs_;  ///< Scheduled jobs.
  /// Scheduled work of carry_out(), executed first.
  std::deque<std::function<void()>> work_of_others_;
  std::deque<ScanLine> scan_;  ///< Metadata lines scheduled to be read and reset.
  std::unique_ptr<kernel::Initiator<protocol::UncachedRequest>> uncached_side_;
  std::map<int, std::unique_ptr<kernel::Initiator<protocol::Access, cache::PrivateSnoop>>>
      /// Ports by socket, except the first of the host. Empty if no page is zeroed.
      socket_sides_;
  int working_ = 0;         ///< Number of cores with a job.
  bool exclusive_ = false;  ///< Work of carry_out() is in progress.
  kernel::Execution execution_;
  kernel::ProcessEvent work_;
  kernel::WaitingFibers for_pages_;  ///< Waits for held pages and for faults in progress.
  std::uint64_t faults_begun_ = 0;
  std::set<std::uint64_t> pending_faults_;  ///< Numbers of the faults in progress.
};

}  // namespace starnuma::os
