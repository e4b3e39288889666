// SPDX-License-Identifier: Apache-2.0
// Sums over the misses of a window against a reference, before and after a reset.
#include "models/observers/miss_statistics.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/base/random.h"

namespace starnuma::observers::miss_statistics_test {
namespace {

using base::Time;

constexpr int kSockets = 4;
constexpr std::uint64_t kPages = 8;

/// Sums of a window, by the simplest means.
struct Sums {
  std::int64_t misses = 0;
  std::int64_t writes = 0;
  Time latency;
  Time outstanding;
  Time waiting;
  std::int64_t between[kSockets][kSockets + 1] = {};
  std::vector<std::pair<Time, Time>> spans[kSockets];

  std::int64_t pairs() const {
    std::int64_t sum = 0;
    for (const auto& of_core : spans) {
      for (std::size_t i = 0; i < of_core.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          sum += of_core[j].second > of_core[i].first && of_core[j].first < of_core[i].second;
        }
      }
    }
    return sum;
  }
};

/// Adds random misses to the statistics and to the sums. A core's misses last less than the time in
/// which it has as many as are compared.
void add_misses(MissStatistics& statistics, Sums& sums, base::Random& random, Time from) {
  for (int i = 0; i < 500; ++i) {
    const auto below = [&](std::uint64_t bound) {
      return Time(static_cast<std::int64_t>(random.below(bound)));
    };
    const auto core = static_cast<int>(random.below(kSockets));
    const auto home = static_cast<int>(random.below(kSockets + 1));
    const accounting::Ledger ledger;
    kernel::Miss miss{{random.below(kPages) * base::kPageBytes},
                      static_cast<base::SocketId>(core),
                      static_cast<base::NodeId>(home),
                      accounting::AccessClass{},
                      {},
                      below(500'000),
                      ledger};
    miss.core = static_cast<base::CoreId>(core);
    miss.write = random.below(3) == 0;
    miss.registered = from + Time(i * 10'000) + below(5'000);
    miss.released = miss.registered + below(200'000) - Time(1'000);  // some hold none
    miss.done = miss.released;
    miss.register_wait = below(30'000);
    statistics.on_miss(miss);
    if (i % 7 == 0) statistics.on_upgrade(miss);
    const Time released = std::max(miss.registered, miss.released);
    ++sums.misses;
    sums.writes += miss.write;
    sums.latency += miss.latency;
    sums.outstanding += released - miss.registered;
    sums.waiting += miss.register_wait;
    ++sums.between[core][home];
    sums.spans[core].emplace_back(miss.registered, released);
  }
}

void expect_equal(const MissStatistics& statistics, const Sums& sums) {
  EXPECT_EQ(statistics.total().accesses, sums.misses);
  EXPECT_EQ(statistics.latencies_of({}).count(), sums.misses);
  EXPECT_NEAR(statistics.latencies_of({}).mean_ns() * static_cast<double>(sums.misses),
              sums.latency.ns(), 1e-3);
  EXPECT_EQ(statistics.writes(), sums.writes);
  EXPECT_EQ(statistics.upgrades(), (sums.misses + 6) / 7);
  EXPECT_EQ(statistics.outstanding(), sums.outstanding);
  EXPECT_EQ(statistics.waiting_for_mshr(), sums.waiting);
  EXPECT_EQ(statistics.overlapping_pairs(), sums.pairs());
  for (int from = 0; from < kSockets; ++from) {
    for (int home = 0; home <= kSockets; ++home) {
      EXPECT_EQ(statistics.between(from, home), sums.between[from][home]);
    }
  }
}

TEST(MissStatistics, AreTheSumsOfTheirWindow) {
  MissStatistics statistics(kPages, kSockets, kSockets, {});
  base::Random random(6);
  Sums warm_up;
  add_misses(statistics, warm_up, random, Time(0));
  expect_equal(statistics, warm_up);
  const Time start(4'000'000);  // misses of the warm-up are outstanding
  statistics.reset(start);
  expect_equal(statistics, Sums{});
  Sums window;
  add_misses(statistics, window, random, start);
  expect_equal(statistics, window);
}

}  // namespace
}  // namespace starnuma::observers::miss_statistics_test
