// SPDX-License-Identifier: Apache-2.0
#include "models/os/region_mover.h"

#include <algorithm>
#include <string>
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
                 // owned by the sc_vector
                 return new Side(side, static_cast<cache::PrivateSnoop&>(*this));
               }),
      costs_(std::move(costs)),
      pool_(pool) {
  for (int s = 0; s < pool.maps().servers(); ++s) {
    engines_.push_back(std::make_unique<Engine>(("to" + std::to_string(s)).c_str(), *this));
  }
}

void RegionMover::move(const std::vector<placement::RegionMove>& moves) {
  for (const placement::RegionMove& move : moves) {
    engines_.at(static_cast<std::size_t>(move.to))->add({move, std::nullopt});
  }
}

bool RegionMover::move_within(int server, const std::vector<PoolPage>& pages) {
  if (pool_.maps().room_of(server) < pages.size()) return false;
  for (const PoolPage page : pages) {
    engines_.at(static_cast<std::size_t>(server))->add({{page.region, server}, page});
  }
  return true;
}

bool RegionMover::idle() const {
  return std::all_of(engines_.begin(), engines_.end(),
                     [](const auto& engine) { return engine->idle(); });
}

std::vector<placement::RegionLocationUse> RegionMover::take_uses() {
  std::vector<placement::RegionLocationUse> all;
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

RegionMover::Engine::Engine(const sc_core::sc_module_name& name, RegionMover& mover)
    : sc_module(name), mover_(mover) {
  SC_HAS_PROCESS(Engine);
  SC_THREAD(run);
}

void RegionMover::Engine::add(const Job& job) {
  jobs_.push_back(job);
  kernel::notify_next_delta(work_);
}

void RegionMover::Engine::run() {
  while (true) {
    idle_ = true;
    while (jobs_.empty()) wait(work_);
    idle_ = false;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    const base::Time start = kernel::now();
    job.page ? mover_.move_within(*job.page) : mover_.move_region(job.move);
    mover_.counts_.busy += kernel::now() - start;
  }
}

void RegionMover::move_region(const placement::RegionMove& move) {
  const int from = pool_.maps().server_of(move.region);
  if (!pool_.may_move(move.region) || !pool_.maps().begin_move(move.region, move.to)) {
    ++counts_.dropped;
    return;
  }
  base::Time done = kernel::now();
  for (std::uint32_t page = 0; page < pool_.maps().pages_of(move.region); ++page) {
    const base::Time written =
        move_page({move.region, page}, move.to, [&] { pool_.move_next(move.region); });
    done = std::max(done, written);
  }
  kernel::wait_until(done);
  notify_all(move.region, from, move.to);
  ++counts_.regions;
}

void RegionMover::move_within(PoolPage page) {
  const int server = pool_.maps().place_of(page).server;
  if (!pool_.may_move(page.region) || pool_.maps().moving(page.region) ||
      pool_.maps().room_of(server) == 0) {
    ++counts_.dropped;
    return;
  }
  kernel::wait_until(move_page(page, server, [&] { pool_.move_within(page); }));
  ++counts_.within;
}

base::Time RegionMover::move_page(PoolPage page, int to, const std::function<void()>& give_frame) {
  LineTimes start;
  start.fill(kernel::now());
  const LineTimes read = access(page, to, AccessKind::kMoveRead, start);
  give_frame();
  const LineTimes written = access(page, to, AccessKind::kMoveWrite, read);
  const base::Time done = *std::max_element(written.begin(), written.end());
  pool_.settle(page, done);
  ++counts_.pages;
  counts_.unavailable += done - start[0];
  kernel::wait_until(*std::max_element(read.begin(), read.end()));
  return done;
}

void RegionMover::notify_all(std::uint32_t region, int from, int to) {
  const base::Time start = kernel::now();
  const base::Time at_new = costs_.write_entry(to, region, start);
  const base::Time at_old = costs_.write_entry(from, region, start + costs_.leg(to, from));
  kernel::wait_until(std::max(at_new, at_old));
  pool_.maps().end_move(region);
  struct Notification {
    base::Time arrives;
    int server;
  };
  std::vector<Notification> others;
  for (int s = 0; s < pool_.maps().servers(); ++s) {
    if (s != from && s != to) others.push_back({kernel::now() + costs_.leg(to, s), s});
  }
  std::stable_sort(others.begin(), others.end(), [](const Notification& a, const Notification& b) {
    return a.arrives < b.arrives;
  });
  base::Time acknowledged = kernel::now();
  for (const Notification& notification : others) {
    kernel::wait_until(notification.arrives);
    const base::Time written =
        costs_.write_entry(notification.server, region, notification.arrives);
    pool_.maps().notify(region, notification.server);
    acknowledged = std::max(acknowledged, written + costs_.leg(notification.server, to));
    ++counts_.notified;
  }
  kernel::wait_until(acknowledged);
  counts_.notify_time += kernel::now() - start;
}

RegionMover::LineTimes RegionMover::access(PoolPage page, int server, AccessKind kind,
                                           const LineTimes& from) {
  Side& side = mem_side[static_cast<std::size_t>(server)];
  const auto lanes = static_cast<std::size_t>(costs_.lines_in_flight);
  const std::uint64_t first = pool_.first_line_of(page).value;
  LineTimes done;
  for (std::size_t line = 0; line < done.size(); ++line) {
    Access access;
    access.line = {first + line};
    access.kind = kind;
    access.time = line < lanes ? from[line] : std::max(from[line], done[line - lanes]);
    access.issued = access.time;
    side.send(access);
    done[line] = access.time;
    access.kind = AccessKind::kWriteback;
    side.send(access);
    counts_.lines += kind == AccessKind::kMoveWrite;
  }
  return done;
}

void RegionMover::report(accounting::StatWriter& writer) const {
  writer.write("regions", counts_.regions, "1", "regions moved to another server");
  writer.write("dropped", counts_.dropped, "1", "requested moves that had become impossible");
  writer.write("pages", counts_.pages, "1", "pages moved");
  writer.write("pages_within", counts_.within, "1", "pages moved to another frame of their server");
  writer.write("lines", counts_.lines, "1", "lines copied");
  writer.write("notified", counts_.notified, "1",
               "servers notified of a move because their replicas of the coarse map were stale");
  writer.write("busy_time", counts_.busy.ns(), "ns",
               "time that moves took, summed over the movers");
  writer.write("unavailable_time", counts_.unavailable.ns(), "ns",
               "sum over pages of the time during which they could not be used");
  writer.write("notify_time", counts_.notify_time.ns(), "ns",
               "part of busy_time: from a region's last page until all servers are notified");
}

}  // namespace starnuma::os
