// SPDX-License-Identifier: Apache-2.0
// Two-level translation of a logical pool: a coarse map (region to server), replicated at every
// server, and a fine map inside the server that hosts the region.
//
// Contract:
// - A pointer names a region and a page and stays valid when they move.
// - Access: ask() looks up the replica of the access's own server, arrive() the fine map of the
//   named server. The request carries the entry's version. A server that does not host the region
//   in that version answers kStale, and the access retries (retry()).
// - Region move: begin_move(), move_next() for each page, end_move() when both servers have the new
//   entry, tell() for each other server. Meanwhile the previous server forwards requests for moved
//   pages. It erases the region after the last tell().
// - move_within() changes the fine map only.
// - The caller copies a page within the step of its move call.
// - Errors: a refused call has no effect.
// - Work of an access accumulates in its request. Other calls return their work.
// - Not modelled: writes deferred during the copy of a page, lost messages.
// - Pure: no time, no SystemC.
#pragma once

#include <optional>
#include <vector>

#include "models/paging/fine_map.h"

namespace starnuma::paging {

/// Work of look-ups and updates in the maps.
struct MapWork {
  int coarse_lookups = 0;
  int fine_lookups = 0;
  int memory_reads = 0;   ///< Number of map entries read after a buffer miss.
  int memory_writes = 0;  ///< Number of map entries written.
  int hops = 0;           ///< Number of sequential messages between servers.
};

class LogicalPool {
 public:
  struct Sizes {
    std::vector<std::uint64_t> frames;  ///< Number of frames by server.
    int coarse_buffer = 1;              ///< Capacity in regions, per server.
    int fine_buffer = 1;                ///< Capacity in pages, per server.
  };
  /// Access in flight.
  struct Request {
    PoolPage page;
    int from = 0;
    RegionLocation to;  ///< Destination, with the version of the map entry.
    MapWork work;
  };
  struct PageLocation {
    int server;
    std::uint64_t frame;
  };
  struct PageMove {
    PageLocation from;
    PageLocation to;
  };

  explicit LogicalPool(const Sizes& sizes);

  /// Adds a region that every server knows; returns its number, or nothing if the server is full.
  std::optional<std::uint32_t> add_region(int server, std::uint32_t pages);
  std::uint64_t room_of(int server) const { return at(server).fine.room(); }
  /// Sets the number of frames of a server. Regions listed by beyond() must move before those
  /// frames are reused.
  void resize(int server, std::uint64_t frames) { at(server).fine.limit(frames); }
  /// Returns the server's pages in frames above its limit.
  std::vector<PoolPage> beyond(int server) const { return at(server).fine.beyond(); }
  int servers() const { return static_cast<int>(servers_.size()); }
  std::uint32_t regions() const { return static_cast<std::uint32_t>(regions_.size()); }
  std::uint32_t pages_of(std::uint32_t region) const { return regions_.at(region).pages; }
  /// Returns the server that hosts the region; during a move the previous one.
  int server_of(std::uint32_t region) const { return regions_.at(region).place.server; }
  /// Returns the current location of the page, independent of stale replicas.
  PageLocation place_of(PoolPage page) const;

  Request ask(int from, PoolPage page);
  /// Looks up the page at the request's destination. kMoved: call arrive() again for the next
  /// server. kStale: call retry() first.
  FineMap::Found arrive(Request& request);
  void retry(Request& request);

  std::optional<PageMove> move_within(PoolPage page);
  /// Returns false if the region is already there, is moving, or does not fit.
  bool begin_move(std::uint32_t region, int to);
  /// Moves the next page; returns nothing if none is left.
  std::optional<PageMove> move_next(std::uint32_t region);
  /// Updates both servers after the last page has moved.
  MapWork end_move(std::uint32_t region);
  /// Invalidates another server's replica entry. Returns the work including the acknowledgement, or
  /// nothing if the server is up to date.
  std::optional<MapWork> notify(std::uint32_t region, int server);
  /// Returns true from begin_move() until the last server has been notified.
  bool moving(std::uint32_t region) const { return regions_.at(region).move.has_value(); }

 private:
  struct Server {
    CoarseMap coarse;
    FineMap fine;
  };
  struct Move {
    RegionLocation to;
    std::uint32_t moved_pages = 0;
    std::vector<bool> notified = {};  ///< Notified servers; empty while pages are left to move.
  };
  struct Region {
    std::uint32_t pages = 0;
    RegionLocation place;  ///< Previous location until all servers are notified.
    std::optional<Move> move = {};
  };

  Server& at(int server) { return servers_.at(static_cast<std::size_t>(server)); }
  const Server& at(int server) const { return servers_.at(static_cast<std::size_t>(server)); }
  void set_at(int server, std::uint32_t region);

  std::vector<Server> servers_;
  std::vector<Region> regions_;
};

}  // namespace starnuma::paging
