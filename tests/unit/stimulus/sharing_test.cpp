// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/sharing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "stimulus/calibration/native_thread.h"
#include "stimulus/registry.h"

namespace starnuma::stimulus {
namespace {

constexpr int kSharingSockets = 16;
constexpr int kSharingThreads = 64;

/// One thread of several, executed alone; records the pages that it touches.
struct NotingThread {
  int number;
  std::map<std::uint64_t, std::uint64_t>& touched;  ///< Touches by page.
  std::uint64_t stores = 0;
  std::uint64_t* last = nullptr;  ///< Address of the last store.

  int index() const { return number; }
  int threads() const { return kSharingThreads; }
  NativeLoaded<std::uint64_t> load(const base::SimArray<std::uint64_t>& a, std::uint64_t i,
                                   NativeReady = {}) {
    ++touched[a.address_of(i).page()];
    return {a.data[i], {}};
  }
  void store(const base::SimArray<std::uint64_t>& a, std::uint64_t i, std::uint64_t value,
             NativeReady = {}) {
    ++touched[a.address_of(i).page()];
    ++stores;
    last = &a.data[i];
    a.data[i] = value;
  }
  void work(int) {}
  void barrier() {}
  void begin_measurement() {}
};

Sharing::Parameters small() {
  Sharing::Parameters parameters;
  parameters.scale = 14;
  parameters.shape.pages = shares_of({{1, .2}, {4, .8}, {16, 1}}, kSharingSockets);
  parameters.shape.accesses = shares_of({{1, .1}, {4, .3}, {15, .5}, {16, 1}}, kSharingSockets);
  parameters.accesses = 1 << 18;
  return parameters;
}

class SharingRun : public testing::Test {
 protected:
  void run(const Sharing::Parameters& parameters) {
    sharing.emplace(parameters, 1);
    sharing->build(arena);
    for (int t = 0; t < kSharingThreads; ++t) {
      NotingThread thread{t, touched[static_cast<std::size_t>(t)]};
      sharing->run(thread);
      stores += thread.stores;
      last = thread.last;
    }
    for (int t = 0; t < kSharingThreads; ++t) {
      for (const auto& [page, count] : touched[static_cast<std::size_t>(t)]) {
        sockets[page].insert(t / (kSharingThreads / kSharingSockets));
        accesses[page] += count;
      }
    }
  }
  /// Returns the shares of touched pages by the number of sockets that touched them.
  std::vector<double> pages_by_sharers() const {
    std::vector<double> shares(kSharingSockets, 0);
    for (const auto& [page, set] : sockets) shares[set.size() - 1] += 1;
    for (double& share : shares) share /= static_cast<double>(sockets.size());
    return shares;
  }
  base::Arena arena{kSharingThreads};
  std::optional<Sharing> sharing;
  std::map<std::uint64_t, std::uint64_t> touched[kSharingThreads];
  std::map<std::uint64_t, std::set<int>> sockets;
  std::map<std::uint64_t, std::uint64_t> accesses;
  std::uint64_t stores = 0;
  std::uint64_t* last = nullptr;
};

TEST(SharingShape, SharesOfACurveSumUpToItAndScaleWithTheSockets) {
  const auto shares = shares_of({{1, .2}, {4, .8}, {16, 1}}, 16);
  EXPECT_DOUBLE_EQ(shares[0], .2);
  EXPECT_NEAR(shares[1], .2, 1e-12);
  EXPECT_NEAR(shares[15], .2 / 12, 1e-12);
  const auto of_four = shares_of({{1, .2}, {4, .8}, {16, 1}}, 4);
  ASSERT_EQ(of_four.size(), 4u);
  EXPECT_NEAR(of_four[0], .8, 1e-12);
  EXPECT_NEAR(std::accumulate(of_four.begin(), of_four.end(), 0.0), 1, 1e-12);
}

TEST_F(SharingRun, PagesAndAccessesHaveTheSharersAskedFor) {
  const Sharing::Parameters parameters = small();
  run(parameters);
  EXPECT_EQ(sharing->check(), std::vector<std::string>{});
  // The design: number of sharers of every page.
  std::vector<double> designed(kSharingSockets, 0);
  std::vector<double> used(kSharingSockets, 0);
  const auto& sharers = sharing->sharers(0);
  for (const std::uint8_t k : sharers)
    designed[k - 1u] += 1.0 / static_cast<double>(sharers.size());
  for (int k = 0; k < kSharingSockets; ++k) {
    EXPECT_NEAR(designed[static_cast<std::size_t>(k)],
                parameters.shape.pages[static_cast<std::size_t>(k)], 0.002);
  }
  // The measurement: only a page's sockets touch it.
  const std::uint64_t first = sockets.begin()->first;
  double total = 0;
  for (const auto& [page, set] : sockets) {
    const std::uint8_t k = sharers[page - first];
    EXPECT_LE(set.size(), k);
    used[k - 1u] += static_cast<double>(accesses[page]);
    total += static_cast<double>(accesses[page]);
  }
  for (std::size_t k = 0; k < used.size(); ++k) {
    EXPECT_NEAR(used[k] / total, parameters.shape.accesses[k], 0.005) << k + 1 << " sharers";
  }
  EXPECT_NEAR(pages_by_sharers()[15], parameters.shape.pages[15], 0.005);
  EXPECT_NEAR(static_cast<double>(stores) / total, 0.3, 0.005);
}

TEST_F(SharingRun, DriftGivesSoManyPagesOtherSocketsAndNoneWithoutIt) {
  Sharing::Parameters parameters = small();
  parameters.phases = 3;
  parameters.drift = 0;
  run(parameters);
  EXPECT_EQ(sharing->check(), std::vector<std::string>{});
  EXPECT_EQ(sharing->pages(0, 3, 2), sharing->pages(2, 3, 2));
  parameters.drift = 50;
  Sharing drifting(parameters, 1);
  base::Arena other(kSharingThreads);
  drifting.build(other);
  double before = 0;
  std::vector<std::uint32_t> kept;
  for (int socket = 0; socket < kSharingSockets; ++socket) {
    const std::vector<std::uint32_t>& pages = drifting.pages(0, socket, 2);
    const std::vector<std::uint32_t>& after = drifting.pages(1, socket, 2);
    before += static_cast<double>(pages.size());
    std::set_intersection(pages.begin(), pages.end(), after.begin(), after.end(),
                          std::back_inserter(kept));
  }
  // Half of the pages keep their sockets, and an eighth of the redrawn ones get the same socket
  // again.
  EXPECT_NEAR(static_cast<double>(kept.size()) / before, 0.5625, 0.08);
}

TEST_F(SharingRun, WhatDidNotRunAndALostStoreAreNamed) {
  run(small());
  Sharing never(small(), 1);
  EXPECT_EQ(never.check(), std::vector<std::string>{"sharing: did not run"});
  const std::string value = std::to_string(*last);
  *last = 0;
  const std::string line = std::to_string(std::stoull(value) / 8);
  EXPECT_EQ(sharing->check(),
            std::vector<std::string>{"sharing: line " + line + " holds 0, expected " + value});
}

TEST(SharingOptions, SharesAboveAHundredPercentAreRefused) {
  const MachineShape shape{16, 4, 1};
  try {
    make_workload("sharing:shape=groups,private_pages=60,shared_pages=50", shape, 1);
    FAIL();
  } catch (const base::InputError& error) {
    EXPECT_STREQ(error.what(),
                 "workload sharing: private_pages=60 and shared_pages=50 are more than 100 percent "
                 "together");
  }
}

}  // namespace
}  // namespace starnuma::stimulus
