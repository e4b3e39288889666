// SPDX-License-Identifier: Apache-2.0
#include "models/os/region_mover.h"

#include <algorithm>
#include <utility>

#include "models/kernel/now.h"

namespace starnuma::os {

using paging::PoolPage;
using protocol::Access;
using protocol::AccessKind;

RegionMover::RegionMover(const sc_core::sc_module_name& name, Costs costs,
                         paging::PooledMemory& pool)
    : sc_module(name),
      mem_side("mem_side", static_cast<std::size_t>(pool.maps().servers()),
               [this](const char* side, std::size_t) {
                 return new Side(side, static_cast<cache::PrivateSnoop&>(*this));  // the vector's
               }),
      costs_(std::move(costs)),
      pool_(pool) {
  SC_HAS_PROCESS(RegionMover);
  SC_THREAD(run);
}

void RegionMover::move(const std::vector<placement::RegionMove>& moves) {
  moves_.insert(moves_.end(), moves.begin(), moves.end());
  if (!moves_.empty()) work_.notify(sc_core::SC_ZERO_TIME);
}

std::vector<placement::RegionPlaceUse> RegionMover::take_uses() {
  std::vector<placement::RegionPlaceUse> all;
  for (std::uint32_t region = 0; region < pool_.maps().regions(); ++region) {
    const bool may_move = pool_.may_move(region) && !pool_.maps().moving(region);
    all.push_back({pool_.maps().server_of(region), pool_.maps().pages_of(region), may_move,
                   pool_.take_uses(region)});
  }
  return all;
}

std::vector<std::uint64_t> RegionMover::room() const {
  std::vector<std::uint64_t> room;
  for (int s = 0; s < pool_.maps().servers(); ++s) room.push_back(pool_.maps().room_of(s));
  return room;
}

void RegionMover::run() {
  while (true) {
    idle_ = true;
    while (moves_.empty()) wait(work_);
    idle_ = false;
    const placement::RegionMove move = moves_.front();
    moves_.pop_front();
    const base::Time start = kernel::now();
    move_region(move);
    counts_.busy += kernel::now() - start;
  }
}

void RegionMover::move_region(const placement::RegionMove& move) {
  const int from = pool_.maps().server_of(move.region);
  if (!pool_.may_move(move.region) || !pool_.maps().begin_move(move.region, move.to)) {
    ++counts_.dropped;
    return;
  }
  for (std::uint32_t page = 0; page < pool_.maps().pages_of(move.region); ++page) {
    move_page(move.region, page, from);
  }
  tell_all(move.region, from, move.to);
  ++counts_.regions;
}

void RegionMover::move_page(std::uint32_t region, std::uint32_t page, int from) {
  const base::Time start = kernel::now();
  const PoolPage moved{region, page};
  const base::Time read = access(moved, from, AccessKind::kMoveRead, start);
  pool_.move_next(region);
  const base::Time done = access(moved, from, AccessKind::kMoveWrite, read);
  pool_.settle(moved, done);
  ++counts_.pages;
  counts_.unavailable += done - start;
  kernel::wait_until(done);
}

void RegionMover::tell_all(std::uint32_t region, int from, int to) {
  const base::Time start = kernel::now();
  const base::Time at_new = costs_.write_entry(to, region, start);
  const base::Time at_old = costs_.write_entry(from, region, start + costs_.leg(to, from));
  kernel::wait_until(std::max(at_new, at_old));
  pool_.maps().end_move(region);
  struct Told {
    base::Time arrives;
    int server;
  };
  std::vector<Told> others;
  for (int s = 0; s < pool_.maps().servers(); ++s) {
    if (s != from && s != to) others.push_back({kernel::now() + costs_.leg(to, s), s});
  }
  std::stable_sort(others.begin(), others.end(),
                   [](const Told& a, const Told& b) { return a.arrives < b.arrives; });
  base::Time acknowledged = kernel::now();
  for (const Told& told : others) {
    kernel::wait_until(told.arrives);
    const base::Time written = costs_.write_entry(told.server, region, told.arrives);
    pool_.maps().tell(region, told.server);
    acknowledged = std::max(acknowledged, written + costs_.leg(told.server, to));
    ++counts_.told;
  }
  kernel::wait_until(acknowledged);
  counts_.tell_time += kernel::now() - start;
}

base::Time RegionMover::access(PoolPage page, int server, AccessKind kind, base::Time start) {
  Side& side = mem_side[static_cast<std::size_t>(server)];
  std::vector<base::Time> done(static_cast<std::size_t>(costs_.lines_in_flight), start);
  const std::uint64_t first = pool_.first_line_of(page).value;
  for (std::uint64_t line = 0; line < base::kLinesPerPage; ++line) {
    base::Time& time = done[line % done.size()];
    Access access;
    access.line = {first + line};
    access.issued = access.time = time;
    access.kind = kind;
    side.send(access);
    time = access.time;
    Access give_up = access;
    give_up.kind = AccessKind::kWriteback;
    side.send(give_up);
    counts_.lines += kind == AccessKind::kMoveWrite;
  }
  return *std::max_element(done.begin(), done.end());
}

void RegionMover::report(accounting::StatWriter& writer) const {
  writer.write("regions", static_cast<double>(counts_.regions), "1",
               "regions moved to another server");
  writer.write("dropped", static_cast<double>(counts_.dropped), "1",
               "moves that were asked for and had become impossible");
  writer.write("pages", static_cast<double>(counts_.pages), "1", "pages moved");
  writer.write("lines", static_cast<double>(counts_.lines), "1", "lines copied");
  writer.write("told", static_cast<double>(counts_.told), "1",
               "servers told of a move, whose replicas of the coarse map were old");
  writer.write("busy_time", counts_.busy.ns(), "ns", "time that moves took");
  writer.write("unavailable_time", counts_.unavailable.ns(), "ns",
               "sum over pages of the time during which they could not be used");
  writer.write("tell_time", counts_.tell_time.ns(), "ns",
               "part of busy_time: from a region's last page until all servers have been told");
}

}  // namespace starnuma::os
