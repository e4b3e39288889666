// SPDX-License-Identifier: Apache-2.0
#include "models/placement/pool_sizing/pool_sizing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "models/base/random.h"
#include "models/paging/logical_pool.h"

namespace starnuma::placement {
namespace {

using Pages = std::vector<std::uint64_t>;

constexpr SizingRules kExact{0, 0, 1};

RegionLocationUse lying_on(int server, std::uint64_t pages, Pages uses = {0, 0},
                           bool may_move = true) {
  return {server, pages, may_move, std::move(uses)};
}

TEST(PoolSizing, GivesServersWhatTheyWantWhereItFits) {
  const Sizing sizing = size_pool({{100, 20, 10, 60, 1}, {100, 90, 30, 40, 1}},
                                  {lying_on(0, 40), lying_on(1, 10)}, kExact);
  EXPECT_TRUE(sizing.fits);
  EXPECT_EQ(sizing.private_pages, (Pages{60, 40}));
  EXPECT_TRUE(sizing.moves.empty());
}

TEST(PoolSizing, MovesTheRegionsThatAreInTheWayLeastUsedFirst) {
  const Sizing sizing = size_pool(
      {{100, 20, 10, 75, 1}, {100, 50, 30, 40, 1}},
      {lying_on(0, 30, {9, 0}), lying_on(0, 30, {5, 9}), lying_on(0, 20, {1, 0}, false)}, kExact);
  EXPECT_EQ(sizing.private_pages, (Pages{75, 40}));
  ASSERT_EQ(sizing.moves.size(), 2U);  // 25 pages remain in addition to 20 that stay
  EXPECT_EQ(sizing.moves[0].region, 1U);
  EXPECT_EQ(sizing.moves[1].region, 0U);
  EXPECT_EQ(sizing.moves[0].to, 1);
}

TEST(PoolSizing, MovesARegionToTheFirstOfTheServersThatUseItEqually) {
  const Sizing sizing =
      size_pool({{100, 20, 10, 75, 1}, {100, 50, 30, 40, 1}, {100, 50, 30, 40, 1}},
                {lying_on(0, 30, {0, 5, 5})}, kExact);
  ASSERT_EQ(sizing.moves.size(), 1U);
  EXPECT_EQ(sizing.moves[0].to, 1);
}

TEST(PoolSizing, MeetsHigherPrioritiesFirstAndEqualOnesByEqualParts) {
  std::vector<RegionLocationUse> regions;
  for (int r = 0; r < 18; ++r) regions.push_back(lying_on(r % 3, 10, {0, 0, 0}));
  const auto sizing = [&](double first, double second, double third) {
    return size_pool({{100, 40, 0, 80, first}, {100, 40, 0, 80, second}, {100, 40, 0, 20, third}},
                     regions, kExact);
  };
  // 120 pages remain in addition to the regions.
  EXPECT_EQ(sizing(1, 1, 1).private_pages, (Pages{50, 50, 20}));
  EXPECT_EQ(sizing(1, 1, 1).moves.size(), 2U);
  EXPECT_EQ(sizing(2, 1, 1).private_pages, (Pages{80, 20, 20}));
  EXPECT_EQ(sizing(1, 2, 1).private_pages, (Pages{20, 80, 20}));
  EXPECT_EQ(sizing(1, 2, 1).moves.size(), 4U);
}

TEST(PoolSizing, ChangesNothingWhereWholeRegionsDoNotFit) {
  const Sizing sizing = size_pool({{100, 40, 0, 60, 1}, {100, 40, 0, 60, 1}},
                                  {lying_on(0, 60), lying_on(1, 50)}, kExact);
  EXPECT_FALSE(sizing.fits);
  EXPECT_EQ(sizing.private_pages, (Pages{40, 40}));
  EXPECT_TRUE(sizing.moves.empty());
}

TEST(PoolSizing, ChangesNothingForLittle) {
  const SizingRules rules{0, 0.1, 1};
  const auto split = [&](std::uint64_t now, std::uint64_t holds, std::uint64_t wants) {
    return size_pool({{100, now, holds, wants, 1}}, {}, rules).private_pages[0];
  };
  EXPECT_EQ(split(50, 0, 59), 50U);
  EXPECT_EQ(split(50, 0, 60), 60U);
  EXPECT_EQ(split(50, 0, 41), 50U);
  EXPECT_EQ(split(50, 0, 40), 40U);
  EXPECT_EQ(split(50, 55, 0), 55U);  // it holds more than its capacity
}

TEST(PoolSizing, ChangesByWholeStepsAndLeavesSomeSpare) {
  EXPECT_EQ(size_pool({{100, 0, 0, 33, 1}}, {}, {0.1, 0, 8}).private_pages[0], 48U);
  EXPECT_EQ(size_pool({{100, 0, 0, 97, 1}}, {}, {0.1, 0, 8}).private_pages[0], 96U);
}

TEST(PoolSizing, ChangesNothingWhereMemoryDoesNotHoldWhatIsInUse) {
  const Sizing sizing = size_pool({{100, 40, 70, 70, 1}}, {lying_on(0, 60)}, kExact);
  EXPECT_FALSE(sizing.fits);
  EXPECT_EQ(sizing.private_pages, (Pages{40}));
}

/// Four servers whose programs start and end. Splits follow, regions and pages are relocated, and
/// every page of the pool keeps its contents.
class Servers {
 public:
  static constexpr int kServers = 4;
  static constexpr std::uint64_t kMemory = 64;  ///< Pages of each server.
  static constexpr std::uint32_t kRegions = 16;
  static constexpr std::uint32_t kPages = 6;  ///< Pages of a region.
  struct Done {
    int grown = 0;
    int shrunk = 0;
    int moved = 0;
    int moved_within = 0;
    int did_not_fit = 0;
  };

  explicit Servers(std::uint64_t seed)
      : random_(seed), pool_({Pages(kServers, kMemory / 2), 2, 4}), use_(kServers) {
    for (ServerUse& server : use_) server = {kMemory, kMemory / 2, 4, 4, 1};
    for (std::uint32_t r = 0; r < kRegions; ++r) {
      EXPECT_TRUE(pool_.add_region(static_cast<int>(r % kServers), kPages));
      for (std::uint32_t p = 0; p < kPages; ++p) memory_[place({r, p})] = r * kPages + p;
    }
  }

  void period() {
    for (ServerUse& server : use_) {
      server.holds = std::min(server.now_private, random_.below(40));
      server.wants = server.holds + random_.below(20);
      server.priority = 1 + static_cast<double>(random_.below(3));
    }
    std::vector<RegionLocationUse> regions;
    for (std::uint32_t r = 0; r < kRegions; ++r) {
      Pages uses;
      for (int s = 0; s < kServers; ++s) uses.push_back(random_.below(100));
      regions.push_back({pool_.server_of(r), kPages, true, uses});
    }
    const Sizing sizing = size_pool(use_, regions, {0.05, 0.1, 2});
    done_.did_not_fit += !sizing.fits;
    carry_out(sizing);
    check();
  }
  const Done& done() const { return done_; }

 private:
  using Frame = std::pair<int, std::uint64_t>;
  Frame place(paging::PoolPage page) const {
    const auto found = pool_.place_of(page);
    return {found.server, found.frame};
  }

  /// Grows the pool's parts first, then moves regions, then pages within; private memory grows
  /// last.
  void carry_out(const Sizing& sizing) {
    for (const bool grow : {true, false}) {
      if (!grow) move(sizing.moves);
      for (int s = 0; s < kServers; ++s) {
        ServerUse& server = use_[static_cast<std::size_t>(s)];
        const std::uint64_t to = sizing.private_pages[static_cast<std::size_t>(s)];
        if (to == server.now_private || (to < server.now_private) != grow) continue;
        ++(grow ? done_.grown : done_.shrunk);
        server.now_private = to;
        pool_.resize(s, kMemory - to);
        for (const paging::PoolPage page : pool_.beyond(s)) {
          const auto moved = pool_.move_within(page);
          ASSERT_TRUE(moved);
          copy(*moved);
          ++done_.moved_within;
        }
        ASSERT_TRUE(pool_.beyond(s).empty());
      }
    }
  }
  /// If two moves wait for each other's frames, any possible move goes first.
  void move(std::vector<RegionMove> moves) {
    while (!moves.empty()) {
      const std::size_t before = moves.size();
      for (std::size_t m = 0; m < moves.size();) {
        if (!pool_.begin_move(moves[m].region, moves[m].to)) {
          ++m;
          continue;
        }
        while (const auto page = pool_.move_next(moves[m].region)) copy(*page);
        pool_.end_move(moves[m].region);
        for (int s = 0; s < kServers; ++s) pool_.notify(moves[m].region, s);
        moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(m));
        ++done_.moved;
      }
      ASSERT_LT(moves.size(), before);
    }
  }
  void copy(const paging::LogicalPool::PageMove& move) {
    memory_[{move.to.server, move.to.frame}] = memory_.at({move.from.server, move.from.frame});
  }
  void check() {
    for (std::uint32_t r = 0; r < kRegions; ++r) {
      for (std::uint32_t p = 0; p < kPages; ++p) {
        ASSERT_EQ(memory_.at(place({r, p})), r * kPages + p);
        const std::uint64_t end =
            kMemory - use_[static_cast<std::size_t>(place({r, p}).first)].now_private;
        ASSERT_LT(place({r, p}).second, end);
      }
    }
    for (const ServerUse& server : use_) ASSERT_GE(server.now_private, server.holds);
  }

  base::Random random_;
  paging::LogicalPool pool_;
  std::vector<ServerUse> use_;
  std::map<Frame, std::uint32_t> memory_;
  Done done_;
};

TEST(PoolSizing, LosesNothingWhileSplitsFollowPrograms) {
  Servers servers(3);
  for (int n = 0; n < 3'000 && !::testing::Test::HasFailure(); ++n) {
    SCOPED_TRACE("period " + std::to_string(n));
    servers.period();
  }
  const Servers::Done& done = servers.done();
  for (const int often : {done.grown, done.shrunk, done.moved, done.moved_within}) {
    EXPECT_GT(often, 100);
  }
}

}  // namespace
}  // namespace starnuma::placement
