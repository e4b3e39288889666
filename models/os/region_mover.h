// SPDX-License-Identifier: Apache-2.0
// Moves regions of a logical pool from server to server, with a port at the caching agent of each
// server's socket.
//
// Contract: move() asks for moves; they are made one after the other, those that have become
// impossible are dropped. Timing: the old server reads each line of a page with ownership, which
// takes every cached copy away, and writes it to the new one, `lines_in_flight` at a time; requests
// for the page that come before its last line has arrived wait for it at the new server. A page is
// moved in one step at kernel time, so that bookings come out of order by as much as that takes.
// When all pages have gone, both servers write the new entry of the coarse map, and every other
// server is told, over the way from the new one, one message and one acknowledgement each, all at
// once; its replica is old until then, and the old server sends on what comes by it. Not modelled:
// the bandwidth that those messages take.
#pragma once

#include <deque>
#include <functional>
#include <memory>
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
  /// Nothing is under way or asked for.
  bool idle() const { return idle_ && moves_.empty(); }
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
    std::int64_t lines = 0;
    std::int64_t told = 0;
    base::Time busy;
    base::Time unavailable;  ///< Sum over pages.
    base::Time tell_time;    ///< From the last page to the last acknowledgement.
  };

  void run();
  void move_region(const placement::RegionMove& move);
  void move_page(std::uint32_t region, std::uint32_t page, int from);
  void tell_all(std::uint32_t region, int from, int to);
  /// All lines of the page, by its server's port; when the last one is done.
  base::Time access(paging::PoolPage page, int server, protocol::AccessKind kind, base::Time start);
  bool snoop(base::LineAddress, Demand) override { return false; }  // it keeps no copies

  Costs costs_;
  paging::PooledMemory& pool_;
  std::deque<placement::RegionMove> moves_;
  bool idle_ = true;
  Counts counts_;
  sc_core::sc_event work_{"work"};
};

}  // namespace starnuma::os
