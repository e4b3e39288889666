// SPDX-License-Identifier: Apache-2.0
#include "models/paging/logical_pool.h"

#include <algorithm>
#include <array>

#include "models/base/check.h"

namespace starnuma::paging {

LogicalPool::LogicalPool(const Sizes& sizes) {
  for (const std::uint64_t frames : sizes.frames) {
    servers_.push_back({CoarseMap(sizes.coarse_buffer), FineMap(frames, sizes.fine_buffer)});
  }
}

std::optional<std::uint32_t> LogicalPool::add_region(int server, std::uint32_t pages) {
  if (room_of(server) < pages) return std::nullopt;
  const auto region = static_cast<std::uint32_t>(regions_.size());
  const RegionLocation place{server, 1};
  regions_.push_back({pages, place});
  at(server).fine.expect(region, place.version, pages);
  at(server).fine.land_all(region);
  for (Server& each : servers_) each.coarse.set(region, place);
  return region;
}

LogicalPool::PageLocation LogicalPool::place_of(PoolPage page) const {
  const Region& region = regions_.at(page.region);
  const bool gone = region.move && page.page < region.move->moved_pages;
  const int server = gone ? region.move->to.server : region.place.server;
  return {server, at(server).fine.frame_of(page)};
}

LogicalPool::Request LogicalPool::ask(int from, PoolPage page) {
  Request request{page, from, {}, {}};
  retry(request);
  return request;
}

void LogicalPool::retry(Request& request) {
  const CoarseMap::Found found = at(request.from).coarse.lookup(request.page.region);
  request.to = found.place;
  MapWork& work = request.work;
  ++work.coarse_lookups;
  if (!found.in_buffer) ++work.memory_reads;
  if (request.to.server != request.from) ++work.hops;
}

FineMap::Found LogicalPool::arrive(Request& request) {
  const FineMap::Found found = at(request.to.server).fine.lookup(request.page, request.to.version);
  MapWork& work = request.work;
  ++work.fine_lookups;
  if (!found.in_buffer) ++work.memory_reads;
  if (found.kind == FineMap::LookupKind::kMoved) {
    request.to = found.next;
    ++work.hops;
  } else if (request.to.server != request.from) {
    ++work.hops;  // the response
  }
  return found;
}

std::optional<LogicalPool::PageMove> LogicalPool::move_within(PoolPage page) {
  const Region& region = regions_.at(page.region);
  if (region.move) return std::nullopt;
  const int server = region.place.server;
  const auto frames = at(server).fine.move(page);
  if (!frames) return std::nullopt;
  return PageMove{{server, frames->from}, {server, frames->to}};
}

bool LogicalPool::begin_move(std::uint32_t region, int to) {
  Region& moved = regions_.at(region);
  if (moved.move || moved.place.server == to || room_of(to) < moved.pages) return false;
  moved.move = Move{{to, moved.place.version + 1}};
  at(to).fine.expect(region, moved.move->to.version, moved.pages);
  return true;
}

std::optional<LogicalPool::PageMove> LogicalPool::move_next(std::uint32_t region) {
  Region& moved = regions_.at(region);
  SN_CHECK(moved.move && moved.move->notified.empty(), "logical pool: region ", region,
           " does not move");
  Move& move = *moved.move;
  if (move.moved_pages == moved.pages) return std::nullopt;
  const PoolPage page{region, move.moved_pages++};
  const std::uint64_t from = at(moved.place.server).fine.leave(page, move.to);
  return PageMove{{moved.place.server, from}, {move.to.server, at(move.to.server).fine.land(page)}};
}

MapWork LogicalPool::end_move(std::uint32_t region) {
  Region& moved = regions_.at(region);
  SN_CHECK(moved.move && moved.move->notified.empty() && moved.move->moved_pages == moved.pages,
           "logical pool: pages of region ", region, " have not moved");
  moved.move->notified.assign(servers_.size(), false);
  const std::array<int, 2> both{moved.place.server, moved.move->to.server};
  MapWork work;
  work.memory_writes = 2;
  work.hops = 2;
  for (const int server : both) set_at(server, region);
  return work;
}

std::optional<MapWork> LogicalPool::notify(std::uint32_t region, int server) {
  const auto& move = regions_.at(region).move;
  if (!move || move->notified.empty() || move->notified.at(static_cast<std::size_t>(server))) {
    return std::nullopt;
  }
  set_at(server, region);
  MapWork work;
  work.memory_writes = 1;
  work.hops = 2;
  return work;
}

/// Updates a server's replica. The last update ends the move.
void LogicalPool::set_at(int server, std::uint32_t region) {
  Region& moved = regions_.at(region);
  Move& move = *moved.move;
  at(server).coarse.set(region, move.to);
  move.notified.at(static_cast<std::size_t>(server)) = true;
  if (!std::all_of(move.notified.begin(), move.notified.end(), [](bool is) { return is; })) return;
  at(moved.place.server).fine.erase(region);
  moved.place = move.to;
  moved.move.reset();
}

}  // namespace starnuma::paging
