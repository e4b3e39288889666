// SPDX-License-Identifier: Apache-2.0
// Moves regions of a logical pool between servers. Each server has a mover for incoming regions,
// with its own port at the caching agent of the server's socket.
//
// Contract:
// - move() requests moves. Moves to one server are sequential, moves to different servers
//   concurrent. A move that has become impossible is dropped.
// - Timing: the new server reads each line of a page with ownership, which invalidates cached
//   copies, then writes it to its own memory. `lines_in_flight` reads and as many writes are in
//   flight. The reads of the next page start after those of the previous one.
// - Ordering: requests for a page wait at the new server until its last line is written.
// - A page is moved in one step at the current kernel time, so bookings come out of order.
// - Completion: both servers write the new entry of the coarse map. The new server then notifies
//   all others at once, with one message and one acknowledgement each. Until then a stale replica
//   sends requests to the previous server, which forwards them.
// - Not modelled: bandwidth of these messages.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/accounting/stats.h"
#include "models/cache/private_snoop.h"
#include "models/kernel/sockets.h"
#include "models/paging/pooled_memory.h"
#include "models/placement/region_balance/region_balance.h"
#include "models/protocol/access.h"

namespace starnuma::os {

class RegionMover : public sc_core::sc_module,
                    public accounting::StatSource,
                    private cache::PrivateSnoop {
 public:
  using Side = kernel::Initiator<protocol::Access, cache::PrivateSnoop>;
  struct Costs {
    int lines_in_flight = 1;
    /// Returns the one-way latency between two servers.
    std::function<base::Time(int from, int to)> leg;
    /// Writes the new entry of a region at a server, starting at `time`; returns the completion
    /// time.
    std::function<base::Time(int server, std::uint32_t region, base::Time time)> write_entry;
  };

  RegionMover(const sc_core::sc_module_name& name, Costs costs, paging::PooledMemory& pool);

  sc_core::sc_vector<Side> mem_side;  ///< One port per server.

  void move(const std::vector<placement::RegionMove>& moves);
  /// Moves pages of resident regions to other frames of the server. Returns false without a move if
  /// the server has too few free frames.
  bool move_within(int server, const std::vector<paging::PoolPage>& pages);
  /// Returns true if no move is scheduled or in progress.
  bool idle() const;
  /// Returns the state of all regions, for a plan, and resets their use counts.
  std::vector<placement::RegionLocationUse> take_uses();
  std::vector<std::uint64_t> room() const;

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  struct RegionMoverStats {
    std::int64_t regions = 0;
    std::int64_t dropped = 0;
    std::int64_t pages = 0;
    std::int64_t within = 0;  ///< Pages moved within their server.
    std::int64_t lines = 0;
    std::int64_t notified = 0;
    base::Time busy;         ///< Sum over movers.
    base::Time unavailable;  ///< Sum over pages.
    base::Time notify_time;  ///< Time from the last page to the last acknowledgement.
  };

  struct Job {
    placement::RegionMove move;
    std::optional<paging::PoolPage> page;  ///< Single page to move within its server.
  };
  /// Mover for the regions that come to one server.
  class Engine : public sc_core::sc_module {
   public:
    Engine(const sc_core::sc_module_name& name, RegionMover& mover);
    void add(const Job& job);
    bool idle() const { return idle_ && jobs_.empty(); }

   private:
    void run();

    RegionMover& mover_;
    std::deque<Job> jobs_;
    bool idle_ = true;
    sc_core::sc_event work_{"work"};
  };
  using LineTimes = std::array<base::Time, base::kLinesPerPage>;

  void move_region(const placement::RegionMove& move);
  void move_within(paging::PoolPage page);
  /// Moves a page and calls `give_frame` between its reads and writes, to change the map. Returns
  /// after the reads, with the completion time of the writes.
  base::Time move_page(paging::PoolPage page, int to, const std::function<void()>& give_frame);
  void notify_all(std::uint32_t region, int from, int to);
  /// Accesses all lines of the page through the server's port, each from its own start time;
  /// returns their completion times.
  LineTimes access(paging::PoolPage page, int server, protocol::AccessKind kind,
                   const LineTimes& from);
  bool snoop(base::LineAddress, Demand) override { return false; }  // the port holds no copies

  Costs costs_;
  paging::PooledMemory& pool_;
  std::vector<std::unique_ptr<Engine>> engines_;  ///< One engine per server.
  RegionMoverStats counts_;
};

}  // namespace starnuma::os
