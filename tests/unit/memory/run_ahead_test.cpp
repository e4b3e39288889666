// SPDX-License-Identifier: Apache-2.0
// The mean wait when accesses come out of time order: 64 initiators, each ahead of the others by up
// to a quantum, against the same accesses in order of time. `--gtest_filter=RunAhead.*` prints the
// table of docs/components/memory.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

#include "models/memory/dram_config.h"
#include "models/memory/subchannel.h"
#include "tests/support/shipped.h"

namespace starnuma::memory {
namespace {

using base::Time;

struct InitiatorAccess {
  Time at;
  timing::DramAccess access;
  int initiator;
};

std::vector<InitiatorAccess> arrivals(double load, double writes, int banks, Time burst) {
  std::mt19937_64 random(11);
  std::exponential_distribution<double> pause(load / static_cast<double>(burst.ps()));
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<InitiatorAccess> all;
  double at = 0;
  for (int i = 0; i < 40'000; ++i) {
    at += pause(random);
    const timing::DramAccess access{static_cast<int>(random() % static_cast<unsigned>(banks)), 0,
                                    uniform(random) < writes};
    all.push_back({Time(static_cast<std::int64_t>(at)), access, static_cast<int>(random() % 64)});
  }
  return all;
}

/// Mean wait of reads in nanoseconds; a quantum of zero means in order.
double mean_wait(const DramConfig& config, std::vector<InitiatorAccess> all, Time quantum) {
  const auto begin_of = [&](const InitiatorAccess& a) {
    return quantum.ps() == 0 ? a.at : quantum * (a.at / quantum);
  };
  if (quantum.ps() != 0) {
    std::stable_sort(all.begin(), all.end(),
                     [&](const InitiatorAccess& a, const InitiatorAccess& b) {
                       const Time begin_a = begin_of(a);
                       const Time begin_b = begin_of(b);
                       return begin_a != begin_b ? begin_a < begin_b : a.initiator < b.initiator;
                     });
  }
  const timing::DramRules rules(config.timings, config.clock);
  Subchannel subchannel(config.shape(), rules, config.policies(), config.queues, rules.refi);
  double sum = 0;
  std::uint64_t reads = 0;
  for (std::uint64_t line = 0; line < all.size(); ++line) {
    const InitiatorAccess& a = all[line];
    if (a.access.write) {
      subchannel.write(line, a.access, a.at, begin_of(a));
    } else {
      sum += subchannel.read(line, a.access, a.at, begin_of(a)).wait.ns();
      ++reads;
    }
  }
  return sum / static_cast<double>(reads);
}

TEST(RunAhead, LeavesTheMeanAnswerOfReadsAndWritesWithinFourPercent) {
  DramConfig config = test::shipped<DramConfig>("starnuma16", {"pool", "memory", "channel"});
  const double unloaded = config.unloaded_read().ns();
  const Time burst = config.subchannel_bandwidth().time_for(base::Bytes(base::kLineBytes));
  for (const auto refresh : {timing::RefreshPolicy::kNone, timing::RefreshPolicy::kAllBank}) {
    config.refresh = refresh;
    for (const double writes : {0.0, 0.3}) {
      for (const double load : {0.1, 0.3, 0.5}) {
        const auto all = arrivals(load, writes, config.shape().banks(), burst);
        const double in_order = mean_wait(config, all, Time(0));
        std::printf("refresh %d, writes %2.0f %%, load %2.0f %%: wait in order %5.1f ns",
                    refresh != timing::RefreshPolicy::kNone, writes * 100, load * 100, in_order);
        for (const Time quantum : {Time(100'000), Time(200'000), Time(1'000'000)}) {
          const double ahead = mean_wait(config, all, quantum);
          std::printf(", %4.0f ns ahead %+5.1f ns", quantum.ns(), ahead - in_order);
          const double limit = quantum.ns() > 200 ? 0.08 : 0.04;
          EXPECT_NEAR((unloaded + ahead) / (unloaded + in_order), 1, limit);
        }
        std::printf("\n");
      }
    }
  }
}

}  // namespace
}  // namespace starnuma::memory
