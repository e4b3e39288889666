// SPDX-License-Identifier: Apache-2.0
// A server's map under random arrivals, departures, moves and limits, against the frame of each
// page. Few frames make pages lie at the limit, one below and one above it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "models/base/random.h"
#include "models/paging/fine_map.h"

namespace starnuma::paging::random_fine_map_test {
namespace {

using Page = std::pair<std::uint32_t, std::uint32_t>;

class World {
 public:
  explicit World(std::uint64_t seed) : random_(seed), map_(kFrames, 4) {}

  void step() {
    switch (random_.below(4)) {
      case 0:
        return arrive();
      case 1:
        return depart();
      case 2:
        return move();
      default:
        limit_ = kFrames / 2 + random_.below(kFrames / 2 + 1);
        map_.limit(limit_);
    }
  }

  void expect_equal() const {
    std::vector<Page> beyond;
    std::uint64_t below = 0;
    for (const auto& [page, frame] : frames_) {
      EXPECT_EQ(map_.frame_of({page.first, page.second}), frame);
      if (frame >= limit_) beyond.push_back(page);
      below += frame < limit_;
    }
    std::vector<Page> found;
    for (const PoolPage page : map_.beyond()) found.emplace_back(page.region, page.page);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, beyond);
    EXPECT_EQ(map_.room(), limit_ - below);
  }

 private:
  static constexpr std::uint64_t kFrames = 24;

  void arrive() {
    const auto pages = static_cast<std::uint32_t>(1 + random_.below(5));
    if (map_.room() < pages) return;
    const std::uint32_t region = next_region_++;
    map_.expect(region, 1, pages);
    map_.land_all(region);
    for (std::uint32_t page = 0; page < pages; ++page) take(region, page);
    left_[region] = {0, pages};
  }
  /// The next page of a region leaves for another server; the region ends with its last page.
  void depart() {
    if (left_.empty()) return;
    const auto one = std::next(left_.begin(), static_cast<long>(random_.below(left_.size())));
    auto& [page, pages] = one->second;
    EXPECT_EQ(map_.leave({one->first, page}, {1, 2}), frames_.at({one->first, page}));
    frames_.erase({one->first, page});
    if (++page < pages) return;
    map_.erase(one->first);
    left_.erase(one);
  }
  void move() {
    if (frames_.empty()) return;
    const auto one = std::next(frames_.begin(), static_cast<long>(random_.below(frames_.size())));
    const bool room = map_.room() > 0;
    const auto moved = map_.move({one->first.first, one->first.second});
    ASSERT_EQ(moved.has_value(), room);
    if (!moved) return;
    EXPECT_EQ(moved->from, one->second);
    one->second = moved->to;
    expect_alone(one->first);
  }
  void take(std::uint32_t region, std::uint32_t page) {
    frames_[{region, page}] = map_.frame_of({region, page});
    expect_alone({region, page});
  }
  /// A frame that was allocated is below the limit, and no other page has it.
  void expect_alone(const Page& page) const {
    const std::uint64_t frame = frames_.at(page);
    EXPECT_LT(frame, limit_);
    EXPECT_EQ(std::count_if(frames_.begin(), frames_.end(),
                            [&](const auto& one) { return one.second == frame; }),
              1);
  }

  base::Random random_;
  FineMap map_;
  std::uint64_t limit_ = kFrames;
  std::map<Page, std::uint64_t> frames_;
  std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> left_;
  std::uint32_t next_region_ = 0;
};

TEST(RandomFineMap, FramesAndRoomAreThoseOfAList) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    World world(seed);
    for (int step = 0; step < 250; ++step) {
      world.step();
      world.expect_equal();
    }
  }
}

}  // namespace
}  // namespace starnuma::paging::random_fine_map_test
