// SPDX-License-Identifier: Apache-2.0
// Core on which the operating system moves pages. It has its own port at the caching agent of its
// host's first socket.
//
// Contract:
// - Serves several address spaces, each with a page map. Moves name a page by its number in one
//   space.
// - `os_cores` cores share the port and the pending work.
// - Order: work of carry_out(), then scans, then jobs (moves, unmapping, task moves) first in,
//   first out. Work of carry_out() begins when no core has a job, and runs alone. cancel() drops
//   the scheduled moves of a space.
// - Handles the faults of its host's cores, concurrently with its work. The other headers of this
//   folder describe each kind of work and of fault.
// - Timing: `page_cycles` per move, `capacity_cycles` per carry_out(), plus real accesses (traffic
//   class migration). A shared core loses this time.
// - In SystemC time several faults and moves proceed concurrently. A page is held from the start of
//   the operation until it is accessible; outstanding accesses with its translation complete first.
// - Not modelled: TLB and private caches of this core, time slices.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <systemc>
#include <vector>

#include "models/accounting/stats.h"
#include "models/os/page_faults.h"
#include "models/os/page_unmapper.h"
#include "models/os/recovery.h"
#include "models/os/scan.h"

namespace starnuma::os {

class OsCore : public sc_core::sc_module,
               public accounting::StatSource,
               private paging::FaultHandler {
 public:
  struct OsStats : Port::PortStats,
                   PageMover::MoverStats,
                   PageCopies::CopyStats,
                   PageUnmapper::UnmapStats,
                   PageFaults::FaultStats,
                   Tasks::TaskStats,
                   Recovery::RecoveryStats,
                   Scan::ScanStats {
    base::Time busy;
  };

  /// Precondition: the page maps outlive this object.
  OsCore(const sc_core::sc_module_name& name, const placement::PlacementConfig& config,
         base::Frequency frequency, const std::vector<paging::PageMap*>& page_maps,
         std::vector<PlacedCore> cores);

  /// Selects the dispatcher's delivery. Precondition: before the run.
  void deliver_in(kernel::Dispatcher& dispatcher) { execution_ = kernel::Execution(dispatcher); }
  /// Registers this object as fault handler of all cores; with `copies` they also report writes.
  /// Precondition: before the run.
  void handle_faults(bool copies);

  Port& port() { return port_; }
  PageMover& mover() { return mover_; }
  PageFaults& faults() { return faults_; }
  PageUnmapper& unmapper() { return unmapper_; }
  Tasks& tasks() { return tasks_; }
  Recovery& recovery() { return recovery_; }
  const Shootdowns& shootdowns() const { return shootdowns_; }

  /// Appends moves of pages of the space.
  void migrate(base::SpaceId space, const std::vector<placement::Move>& moves);
  /// Schedules a scan of metadata lines before the next move, at `settled` or later. No effect if
  /// scans are free.
  void scan(base::SpaceId space, const std::vector<base::LineAddress>& lines, base::Time settled);
  /// Schedules the unmapping of pages, 64 at a time, after the jobs scheduled so far.
  void unmap(base::SpaceId space, const std::vector<std::uint64_t>& pages);
  bool unmapping(base::SpaceId space) const;
  /// Schedules task moves of the space after the jobs scheduled so far.
  void move_tasks(base::SpaceId space, const std::vector<placement::TaskMove>& moves);
  /// Drops the scheduled moves of the space; returns the number made since the last call.
  std::size_t cancel(base::SpaceId space);
  /// Runs `work` after the current jobs, alone. Only such work moves pages away, loses or rebuilds
  /// them, or waits for faults.
  void carry_out(std::function<void()> work);
  /// Dirty flag of each page; the reader clears it.
  std::vector<std::uint8_t>& written(base::SpaceId space) override { return written_[space]; }

  OsStats counts(base::SpaceId space) const;
  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override;

 private:
  struct Job {
    base::SpaceId space;
    placement::Move move;
    std::vector<std::uint64_t> unmap = {};         ///< Pages to unmap, instead of a move.
    std::optional<placement::TaskMove> task = {};  ///< Task to move, instead of a page.

    bool moves() const { return unmap.empty() && !task; }
  };

  ProgramCore* first_core() const;
  void serve();
  /// Returns true if a core has to wait for work.
  bool idle() const;
  void work_once();
  void work_alone();
  void do_job();
  base::Time write_fault(base::PageId page, base::Time time) override {
    return faults_.write_fault(page, time);
  }
  base::Time page_fault(base::PageId page, base::CoreId core, bool write,
                        base::Time time) override {
    return faults_.page_fault(page, core, write, time);
  }
  std::optional<base::Time> recover(base::PageId page, base::CoreId core,
                                    base::Time time) override {
    return recovery_.recover(page, core, time);
  }

  bool scan_free_;
  int os_cores_;
  base::Time capacity_time_;
  kernel::Execution execution_;
  PageMaps maps_;
  Port port_;
  Shootdowns shootdowns_;
  HeldPages held_;
  const PageParts parts_{maps_, execution_, port_, shootdowns_, held_};
  PageMover::DirtyFlags written_;
  PageMover mover_;
  PageCopies copies_;
  PageUnmapper unmapper_;
  Tasks tasks_;
  PageFaults faults_;
  Recovery recovery_;
  Scan scan_;
  ProgramCore* shared_;                      ///< Core that loses the time; null if dedicated.
  std::deque<Job> jobs_;                     ///< Scheduled jobs.
  std::deque<std::function<void()>> alone_;  ///< Scheduled work of carry_out().
  int working_ = 0;                          ///< Number of cores with a job.
  bool exclusive_ = false;                   ///< Work of carry_out() is in progress.
  kernel::ProcessEvent work_;
  PerSpace<base::Time> busy_;
};

}  // namespace starnuma::os
