// SPDX-License-Identifier: Apache-2.0
// A logical pool's translation in two steps: a coarse map, region -> server, of which every server
// reads a replica of its own, then a fine map inside the server that hosts the region.
//
// Contract: a pointer names region and page, and stays valid wherever they are. An access asks its
// own server's replica (ask), then the server that this names (arrive), and carries the entry's
// version: a server answers in the version only in which it hosts the region, so a map that is
// behind is found out, never followed; the access asks again (ask_again). move_within() changes the
// fine map alone. A region moves to another server page by page: begin_move(), move_next() until
// there is none left, end_move(), when both servers have the new entry, and tell() for every other
// one. Meanwhile the old server sends on what comes for pages that have gone, until all are told;
// then it forgets the region. So an access that asks again gets ahead. Whoever moves a page copies
// it within the call's step. What is refused changes nothing. Work of an access adds up in its
// request, that of other calls is returned. Not modelled: writes held back during the copy of a
// page, lost messages. Pure: no time, no SystemC.
#pragma once

#include <optional>
#include <vector>

#include "models/paging/fine_map.h"
#include "models/paging/map_work.h"

namespace starnuma::paging {

class LogicalPool {
 public:
  struct Sizes {
    std::vector<std::uint64_t> frames;  ///< By server.
    int coarse_buffer = 1;              ///< Regions, of each server.
    int fine_buffer = 1;                ///< Pages, of each server.
  };
  /// An access under way.
  struct Request {
    PoolPage page;
    int from = 0;
    RegionPlace to;  ///< Where it goes, and in which version of the map.
    MapWork work;
  };
  struct PagePlace {
    int server;
    std::uint64_t frame;
  };
  struct PageMove {
    PagePlace from;
    PagePlace to;
  };

  explicit LogicalPool(const Sizes& sizes);

  /// Its number, known to every server; nothing where the server has no room.
  std::optional<std::uint32_t> add_region(int server, std::uint32_t pages);
  std::uint64_t room_of(int server) const { return at(server).fine.room(); }
  /// The server has so many frames from now on. Regions that are beyond() may stay; they are to
  /// move before the frames are used for something else.
  void resize(int server, std::uint64_t frames) { at(server).fine.limit(frames); }
  /// Pages on the server in frames that it has no more.
  std::vector<PoolPage> beyond(int server) const { return at(server).fine.beyond(); }
  int servers() const { return static_cast<int>(servers_.size()); }
  std::uint32_t regions() const { return static_cast<std::uint32_t>(regions_.size()); }
  std::uint32_t pages_of(std::uint32_t region) const { return regions_.at(region).pages; }
  /// The server that hosts the region, or from which it moves.
  int server_of(std::uint32_t region) const { return regions_.at(region).place.server; }
  /// Where the page lies now, whatever maps say.
  PagePlace place_of(PoolPage page) const;

  Request ask(int from, PoolPage page);
  /// At the server that it goes to: where the page lies; kMoved: arrive() again, at the next one;
  /// kStale: ask_again() first.
  FineMap::Found arrive(Request& request);
  void ask_again(Request& request);

  std::optional<PageMove> move_within(PoolPage page);
  /// False where it is there, or under way, or there is no room.
  bool begin_move(std::uint32_t region, int to);
  /// Nothing where no page is left.
  std::optional<PageMove> move_next(std::uint32_t region);
  /// The last page has moved.
  MapWork end_move(std::uint32_t region);
  /// The invalidation reaches the server, and its acknowledgement comes back. Nothing where it has
  /// been told.
  std::optional<MapWork> tell(std::uint32_t region, int server);
  /// From begin_move() until the last server is told.
  bool moving(std::uint32_t region) const { return regions_.at(region).move.has_value(); }

 private:
  struct Server {
    CoarseMap coarse;
    FineMap fine;
  };
  struct Move {
    RegionPlace to;
    std::uint32_t pages_gone = 0;
    std::vector<bool> told = {};  ///< By server; empty: pages are still to go.
  };
  struct Region {
    std::uint32_t pages = 0;
    RegionPlace place;  ///< From which it moves, until all are told.
    std::optional<Move> move = {};
  };

  Server& at(int server) { return servers_.at(static_cast<std::size_t>(server)); }
  const Server& at(int server) const { return servers_.at(static_cast<std::size_t>(server)); }
  void set_at(int server, std::uint32_t region);

  std::vector<Server> servers_;
  std::vector<Region> regions_;
};

}  // namespace starnuma::paging
