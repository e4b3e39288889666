// SPDX-License-Identifier: Apache-2.0
// Stripes of pages and backups under random writes, crashes and recoveries, against a list of the
// frames and servers. PageBackups checks the versions of lines itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "models/base/random.h"
#include "models/paging/page_backups.h"

namespace starnuma::paging::random_backups_test {
namespace {

using base::PageId;
using base::Time;

constexpr int kServers = 16;

struct Stripe {
  std::vector<PageBackups::Placed> pages;
  std::vector<base::Frame> backups;
};

std::vector<int> all_servers() {
  std::vector<int> all(kServers);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

class World {
 public:
  explicit World(std::uint64_t seed) : random_(seed) {
    for (int s = 0; s < 3; ++s) add_stripe();
  }

  void step() {
    now_ += Time(10);
    const auto crashed = static_cast<int>(std::count(alive_.begin(), alive_.end(), false));
    if (random_.below(8) == 0 && crashed < kServers - 6) {
      const int server = 1 + static_cast<int>(random_.below(kServers - 1));
      if (!alive(server) || loses_too_much(server)) return;
      hosts_.crash(server, now_ - Time(1));
      alive_[static_cast<std::size_t>(server)] = false;
    } else if (random_.below(6) == 0) {
      recover();
    } else {
      write();
    }
  }

  void expect_recoverable() const {
    EXPECT_EQ(backups_.lost(now_), 0U);
    for (const Stripe& stripe : stripes_) {
      for (const auto& placed : stripe.pages) {
        if (alive(placed.frame)) continue;
        const auto sources = backups_.sources(placed.page, now_);
        ASSERT_TRUE(sources);
        EXPECT_EQ(sources->size(), stripe.pages.size());
        std::size_t others = 0;
        for (const auto& source : *sources) {
          EXPECT_TRUE(alive(source.frame));
          others += !source.backup;
        }
        EXPECT_EQ(static_cast<long>(others), live_pages(stripe));
      }
    }
  }

 private:
  bool alive(int server) const { return alive_[static_cast<std::size_t>(server)]; }
  bool alive(base::Frame frame) const { return alive(base::index_of(frame.first_line.node())); }
  long live_pages(const Stripe& stripe) const {
    return std::count_if(stripe.pages.begin(), stripe.pages.end(),
                         [&](const auto& placed) { return alive(placed.frame); });
  }
  /// Returns a fresh frame on a server that is alive and holds no part of the stripe.
  base::Frame fresh(const Stripe& stripe) {
    while (true) {
      const int server = static_cast<int>(random_.below(kServers));
      const auto node = static_cast<base::NodeId>(server);
      const auto here = [&](base::Frame frame) { return frame.first_line.node() == node; };
      const bool taken = std::any_of(stripe.pages.begin(), stripe.pages.end(),
                                     [&](const auto& placed) { return here(placed.frame); }) ||
                         std::any_of(stripe.backups.begin(), stripe.backups.end(), here);
      if (alive(server) && !taken) {
        return {base::LineAddress::of(node, next_frame_++ * base::kLinesPerPage)};
      }
    }
  }
  void add_stripe() {
    Stripe& stripe = stripes_.emplace_back();
    const std::uint64_t pages = 1 + random_.below(3);
    for (std::uint64_t p = 0; p < pages; ++p) {
      stripe.pages.push_back({PageId(base::SpaceId{0}, next_page_++), fresh(stripe)});
    }
    const std::uint64_t backups = 1 + random_.below(2);
    for (std::uint64_t b = 0; b < backups; ++b) stripe.backups.push_back(fresh(stripe));
    backups_.add(stripe.pages, stripe.backups);
  }
  /// Returns true if a stripe would have fewer live frames than pages.
  bool loses_too_much(int server) {
    alive_[static_cast<std::size_t>(server)] = false;
    const bool too_much = std::any_of(stripes_.begin(), stripes_.end(), [&](const Stripe& stripe) {
      const auto live = std::count_if(stripe.backups.begin(), stripe.backups.end(),
                                      [&](base::Frame frame) { return alive(frame); });
      return live_pages(stripe) + live < static_cast<long>(stripe.pages.size());
    });
    alive_[static_cast<std::size_t>(server)] = true;
    return too_much;
  }
  void write() {
    const Stripe& stripe = stripes_[random_.below(stripes_.size())];
    const base::Frame frame = stripe.pages[random_.below(stripe.pages.size())].frame;
    const std::uint64_t number = random_.below(4);
    const auto beside = backups_.wrote({frame.first_line.value + number}, now_);
    std::vector<base::LineAddress> expected;
    for (const base::Frame backup : stripe.backups) {
      if (alive(backup)) expected.push_back({backup.first_line.value + number});
    }
    ASSERT_EQ(beside.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(beside[i].line, expected[i]);
      EXPECT_EQ(beside[i].coded, stripe.pages.size() > 1);
    }
  }
  /// Recovers all pages, and then all backups.
  void recover() {
    std::size_t lost = 0;
    for (Stripe& stripe : stripes_) {
      for (auto& placed : stripe.pages) {
        if (alive(placed.frame)) continue;
        placed.frame = fresh(stripe);
        backups_.moved(placed.page, placed.frame, now_);
      }
      lost +=
          static_cast<std::size_t>(std::count_if(stripe.backups.begin(), stripe.backups.end(),
                                                 [&](base::Frame frame) { return !alive(frame); }));
    }
    const auto found = backups_.lost_backups(now_);
    ASSERT_EQ(found.size(), lost);
    for (const auto& one : found) {
      Stripe& stripe = stripes_[one.stripe];
      EXPECT_EQ(one.pages.size(), stripe.pages.size());
      backups_.rebuilt(one, stripe.backups[one.backup] = fresh(stripe));
    }
    EXPECT_TRUE(backups_.lost_backups(now_).empty());
  }

  base::Random random_;
  std::vector<bool> alive_ = std::vector<bool>(kServers, true);
  std::vector<Stripe> stripes_;
  std::uint64_t next_frame_ = 0;
  std::uint64_t next_page_ = 0;
  Time now_;
  HostMap hosts_{all_servers(), all_servers(), {1 << 16}};
  PageBackups backups_{hosts_, base::SocketId{0}};
};

TEST(RandomBackups, PagesAreRecoveredFromTheirLastWrites) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    World world(seed);
    for (int step = 0; step < 150; ++step) {
      world.step();
      world.expect_recoverable();
    }
  }
}

}  // namespace
}  // namespace starnuma::paging::random_backups_test
