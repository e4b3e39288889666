// SPDX-License-Identifier: Apache-2.0
// Moves regions of a logical pool from server to server: a mover at each server takes what comes
// there, over a port of its own at the caching agent of the server's socket.
//
// Contract: move() asks for moves; those to one server are made one after the other, those to
// different ones side by side; those that have become impossible are dropped. Timing: the new
// server reads each line of a page with ownership, which takes every cached copy away, and writes
// it to its own memory once it is there; it has `lines_in_flight` reads under way, and as many
// writes. It reads the next page when it has read the one before. Requests for a page that come
// before its last line is written wait for it at the new server. A page is moved in one step at
// kernel time, so that bookings come out of order by as much as that takes. When all pages have
// gone, both servers write the new entry of the coarse map, and every other server is told, over
// the way from the new one, one message and one acknowledgement each, all at once; its replica is
// old until then, and the old server sends on what comes by it. Not modelled: the bandwidth that
// those messages take.
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
    /// One way between two servers.
    std::function<base::Time(int from, int to)> leg;
    /// The new entry of a region at a server, from when it has come; when it is written.
    std::function<base::Time(int server, std::uint32_t region, base::Time time)> write_entry;
  };

  RegionMover(const sc_core::sc_module_name& name, Costs costs, paging::PooledMemory& pool);

  sc_core::sc_vector<Side> mem_side;  ///< By server.

  void move(const std::vector<placement::RegionMove>& moves);
  /// Gives pages on the server, of regions that do not move, other frames of it; false, and nothing
  /// moves, where it has not as many.
  bool move_within(int server, const std::vector<paging::PoolPage>& pages);
  /// Nothing is under way or asked for.
  bool idle() const;
  /// For a plan: regions by number. Counts of uses begin anew.
  std::vector<placement::RegionPlaceUse> take_uses();
  std::vector<std::uint64_t> room() const;

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  struct Counts {
    std::int64_t regions = 0;
    std::int64_t dropped = 0;
    std::int64_t pages = 0;
    std::int64_t within = 0;  ///< Of these.
    std::int64_t lines = 0;
    std::int64_t told = 0;
    base::Time busy;         ///< Sum over movers.
    base::Time unavailable;  ///< Sum over pages.
    base::Time tell_time;    ///< From the last page to the last acknowledgement.
  };

  struct Job {
    placement::RegionMove move;
    std::optional<paging::PoolPage> page;  ///< It alone moves, within its server.
  };
  /// What comes to one server.
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
  /// Between reading and writing, `give_frame` changes the map. Returns when all is read; when all
  /// is written.
  base::Time move_page(paging::PoolPage page, int to, const std::function<void()>& give_frame);
  void tell_all(std::uint32_t region, int from, int to);
  /// All lines of the page, by the server's port, each from its time on; when each is done.
  LineTimes access(paging::PoolPage page, int server, protocol::AccessKind kind,
                   const LineTimes& from);
  bool snoop(base::LineAddress, Demand) override { return false; }  // it keeps no copies

  Costs costs_;
  paging::PooledMemory& pool_;
  std::vector<std::unique_ptr<Engine>> engines_;  ///< By server.
  Counts counts_;
};

}  // namespace starnuma::os
