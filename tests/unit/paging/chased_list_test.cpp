// SPDX-License-Identifier: Apache-2.0
// Servers chase and write a linked list in a logical pool while its regions migrate.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <utility>
#include <vector>

#include "models/base/random.h"
#include "models/paging/logical_pool.h"

namespace starnuma::paging {
namespace {

/// A node of the list in memory; each page has one.
struct Node {
  PoolPage self;
  PoolPage next;
  std::uint64_t version = 0;
};

class ChasedList {
 public:
  static constexpr int kServers = 4;
  static constexpr std::uint32_t kRegions = 6;
  static constexpr std::uint32_t kPages = 5;    ///< Pages of a region.
  static constexpr std::uint64_t kFrames = 14;  ///< Frames of a server.
  struct Done {
    int visited = 0;
    int forwarded = 0;
    int stale = 0;
    int moved_within = 0;
    int moved = 0;
    int refused = 0;
    int told = 0;
  };

  explicit ChasedList(std::uint64_t seed)
      : random_(seed),
        pool_({std::vector<std::uint64_t>(kServers, kFrames), 2, 4}),
        newest_(kRegions * kPages, 0) {
    for (std::uint32_t r = 0; r < kRegions; ++r) pool_.add_region(static_cast<int>(r % 3), kPages);
    std::vector<PoolPage> order;
    for (std::uint32_t n = 0; n < kRegions * kPages; ++n)
      order.push_back({n % kRegions, n / kRegions});
    for (std::size_t n = 0; n < order.size(); ++n) {
      LogicalPool::Request request = pool_.ask(0, order[n]);
      const FineMap::Found found = pool_.arrive(request);
      memory_[{request.to.server, found.frame}] = {order[n], order[(n + 1) % order.size()], 0};
    }
    for (int s = 0; s < kServers; ++s) readers_.push_back(pool_.ask(s, order[at(s)]));
  }

  void step() {
    switch (random_.below(12)) {
      case 0:
        return move_within();
      case 1:
        return begin();
      case 2:
      case 3:
        return go_on();
      default:
        return read(readers_[random_.below(kServers)]);
    }
  }
  const Done& done() const { return done_; }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  int below(int bound) {
    return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound)));
  }
  std::uint32_t any_region() { return static_cast<std::uint32_t>(random_.below(kRegions)); }

  /// One message of the chase; regions may migrate between any two messages.
  void read(LogicalPool::Request& request) {
    const FineMap::Found found = pool_.arrive(request);
    if (found.kind == FineMap::LookupKind::kMoved) {
      ++done_.forwarded;
      return;
    }
    if (found.kind == FineMap::LookupKind::kStale) {
      ++done_.stale;
      pool_.retry(request);
      LogicalPool::Request again = request;
      ASSERT_NE(pool_.arrive(again).kind, FineMap::LookupKind::kStale);
      return;
    }
    ++done_.visited;
    const auto entry = memory_.find({request.to.server, found.frame});
    ASSERT_NE(entry, memory_.end());
    Node& node = entry->second;
    ASSERT_EQ(node.self.packed(), request.page.packed());
    std::uint64_t& newest = newest_[node.self.region * kPages + node.self.page];
    ASSERT_EQ(node.version, newest);
    if (random_.below(3) == 0) node.version = ++newest;
    request = pool_.ask(request.from, node.next);
  }

  void copy(const LogicalPool::PageMove& move) {
    const Node node = memory_.at({move.from.server, move.from.frame});
    memory_[{move.to.server, move.to.frame}] = node;  // the previous contents stay and are stale
  }
  void move_within() {
    const PoolPage page{any_region(), static_cast<std::uint32_t>(random_.below(kPages))};
    const auto move = pool_.move_within(page);
    if (!move) return;
    copy(*move);
    ++done_.moved_within;
  }
  void begin() {
    if (!pool_.begin_move(any_region(), below(kServers))) ++done_.refused;
  }
  /// Takes the next step of some region's migration, if any.
  void go_on() {
    const std::uint32_t region = any_region();
    if (!pool_.moving(region)) return;
    if (ended_[region]) {
      if (pool_.notify(region, below(kServers))) ++done_.told;
      ended_[region] = pool_.moving(region);
      return;
    }
    if (const auto move = pool_.move_next(region)) return copy(*move);
    pool_.end_move(region);
    ended_[region] = true;
    ++done_.moved;
  }

  base::Random random_;
  LogicalPool pool_;
  std::vector<std::uint64_t> newest_;
  std::map<std::pair<int, std::uint64_t>, Node> memory_;  ///< Nodes by server and frame.
  std::vector<LogicalPool::Request> readers_;
  std::array<bool, kRegions> ended_{};  ///< Pages have moved, notifications are pending.
  Done done_;
};

TEST(LogicalPool, IsChasedWhileItsRegionsMoveAndFollowsNoStaleMap) {
  ChasedList list(1);
  for (int n = 0; n < 200'000 && !::testing::Test::HasFailure(); ++n) {
    SCOPED_TRACE("step " + std::to_string(n));
    list.step();
  }
  const ChasedList::Done& done = list.done();
  // Each kind of outcome must occur, else the test is void.
  for (const int often : {done.visited, done.forwarded, done.stale, done.moved_within, done.moved,
                          done.refused, done.told}) {
    EXPECT_GT(often, 100);
  }
}

}  // namespace
}  // namespace starnuma::paging
