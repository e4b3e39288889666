// SPDX-License-Identifier: Apache-2.0
// Tracking hardware in a whole machine: metadata compared with the misses.
#include <gtest/gtest.h>

#include <map>

#include "models/base/random.h"
#include "tests/support/machine_bench.h"
#include "tests/support/pages.h"
#include "tests/support/small_caches.h"

namespace starnuma::test::tracking_test {
namespace {

constexpr std::uint64_t kWordsPerPage = base::kPageBytes / sizeof(std::uint64_t);
constexpr std::uint64_t kPages = 48;

std::vector<std::string> tracked(const std::vector<std::string>& more = {}) {
  std::vector<std::string> sets{"socket.shared_cache.llc_size_per_core=1 KiB",
                                "tracking.impl=model", "tracking.region=8 KiB"};
  sets.insert(sets.end(), more.begin(), more.end());
  return small_caches(sets);
}

/// Every core loads words of pages that all cores share; some cores store.
class TrackedLoads {
 public:
  explicit TrackedLoads(const std::vector<std::string>& more = {})
      : bench(machine("starnuma16", tracked(more))),
        words_(bench.allocate(kPages * kWordsPerPage, base::Touch::dealt())) {}

  void run(int steps = 400) {
    bench.run([&](core::Thread& thread) {
      base::Random random(static_cast<std::uint64_t>(thread.index()) + 1);
      for (int i = 0; i < steps; ++i) {
        const std::uint64_t word = random.below(words_.size);
        if (random.below(4) == 0) {
          thread.store(words_, word, std::uint64_t{1});
        } else {
          thread.load(words_, word);
        }
      }
    });
  }
  /// Returns the sum of a statistic over all cores.
  double sum(const std::string& path) const {
    double total = 0;
    for (int s = 0; s < bench.sockets(); ++s) {
      for (int c = 0; c < bench.cores(); ++c) {
        total += bench.socket_stat(s, "tracking" + std::to_string(c) + "." + path);
      }
    }
    return total;
  }
  double load_misses() const {
    double loads = 0;
    for (const SeenMiss& miss : bench.misses) loads += miss.load;
    return loads;
  }

  MachineBench bench;

 private:
  base::SimArray<std::uint64_t> words_;
};

void expect_every_load_is_somewhere(const TrackedLoads& traffic) {
  const tracking::MetadataRegion& metadata = *traffic.bench.metadata;
  double recorded = 0;
  for (std::uint64_t r = 0; r < metadata.regions(base::SpaceId{0}); ++r) {
    recorded += metadata.entry(test::page(r)).count;
  }
  EXPECT_GT(recorded, 1000);
  EXPECT_EQ(recorded, traffic.sum("metadata_port.loads"));
  EXPECT_EQ(recorded + traffic.sum("stlb.loads_held"), traffic.load_misses());
}

TEST(Tracking, EveryLoadThatMissedIsInMetadataOrStillInAnAnnex) {
  TrackedLoads traffic;
  traffic.run();
  expect_every_load_is_somewhere(traffic);
}

TEST(Tracking, NoLoadIsForgottenWhereSocketsOwnLines) {
  TrackedLoads traffic({"tracking.update=own_line"});
  traffic.run();
  expect_every_load_is_somewhere(traffic);
}

TEST(Tracking, NoLoadIsForgottenWhereHomesAdd) {
  TrackedLoads traffic(
      {"tracking.update=add_at_home", "tracking.outstanding_adds=1", "tracking.queue_entries=1"});
  traffic.run();
  EXPECT_GT(traffic.sum("metadata_port.full"), 0);
  EXPECT_GT(traffic.bench.all_sockets("home.adds"), 0);
  EXPECT_EQ(traffic.bench.all_sockets("caching_agent.tracker_requests"), 0);
  EXPECT_GT(traffic.bench.stat("upi.socket0_socket1.forward.bytes.tracker"), 0);
  expect_every_load_is_somewhere(traffic);
}

TEST(Tracking, NoLoadIsForgottenWithAQueueOfOne) {
  TrackedLoads traffic({"tracking.update=own_line", "tracking.queue_entries=1"});
  traffic.run();
  EXPECT_GT(traffic.sum("stlb.stalls"), 0);
  expect_every_load_is_somewhere(traffic);
}

TEST(Tracking, MetadataNameNoSharerThatDidNotMiss) {
  TrackedLoads traffic;
  traffic.run();
  const tracking::MetadataRegion& metadata = *traffic.bench.metadata;
  std::map<std::uint64_t, std::uint32_t> truth;
  for (const SeenMiss& miss : traffic.bench.misses) {
    truth[metadata.region_of(test::page(miss.address.page())).number()] |= 1U << miss.requester;
  }
  for (std::uint64_t r = 0; r < metadata.regions(base::SpaceId{0}); ++r) {
    EXPECT_EQ(metadata.entry(test::page(r)).sharers & ~truth[r], 0u) << "region " << r;
  }
}

TEST(Tracking, MetadataMayLieInThePool) {
  TrackedLoads traffic({"tracking.metadata_home=pool", "tracking.update=own_line"});
  traffic.run();
  expect_every_load_is_somewhere(traffic);
  EXPECT_GT(traffic.bench.stat("cxl.socket3_pool.forward.bytes.tracker"), 0);
}

TEST(Tracking, TrackerUpdatesAreNoDemandAccesses) {
  TrackedLoads traffic({"tracking.update=own_line"});
  traffic.run();
  EXPECT_GT(traffic.bench.all_sockets("caching_agent.tracker_requests"), 0);
  double misses = 0;
  for (const char* name :
       {"local", "one_hop", "two_hop", "pool", "block_transfer_socket", "block_transfer_pool"}) {
    misses += traffic.bench.all_sockets(std::string("caching_agent.misses.") + name);
  }
  EXPECT_EQ(misses, static_cast<double>(traffic.bench.misses.size()));
}

TEST(Tracking, WithoutCountersOnlySharersAreKept) {
  TrackedLoads traffic({"tracking.count_width=0", "tracking.update=own_line"});
  traffic.run();
  const tracking::MetadataRegion& metadata = *traffic.bench.metadata;
  std::uint32_t all = 0;
  for (std::uint64_t r = 0; r < metadata.regions(base::SpaceId{0}); ++r) {
    EXPECT_EQ(metadata.entry(test::page(r)).count, 0u);
    all |= metadata.entry(test::page(r)).sharers;
  }
  EXPECT_EQ(all, 0xffffu);
  // A bit that is set is not written again.
  EXPECT_LE(traffic.sum("metadata_port.writes"),
            16.0 * static_cast<double>(metadata.regions(base::SpaceId{0})));
  EXPECT_LT(traffic.sum("metadata_port.writes"), traffic.sum("metadata_port.reads"));
}

TEST(Tracking, MachinesWithoutItHaveNoMetadata) {
  TrackedLoads traffic({"tracking.impl=none"});
  traffic.run(50);
  EXPECT_EQ(traffic.bench.metadata, nullptr);
}

}  // namespace
}  // namespace starnuma::test::tracking_test
