// SPDX-License-Identifier: Apache-2.0
// No more goes over a data bus than it carries, in any interval longer than its queue: far more
// accesses than it can serve, in order of time and not.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/base/random.h"
#include "models/memory/dram_config.h"
#include "models/memory/subchannel.h"
#include "tests/support/shipped.h"

namespace starnuma::memory {
namespace {

using base::Time;

struct Load {
  double asked;  ///< of what the bus carries
  int writes_percent;
  Time run_ahead;
};

class Capacity : public testing::TestWithParam<Load> {
 protected:
  static constexpr int kAccesses = 20'000;

  void SetUp() override {
    config_ = test::shipped<DramConfig>("starnuma16_full", {"socket", "memory", "channel"});
    burst_ = config_.subchannel_bandwidth().time_for(base::Bytes(base::kLineBytes));
  }
  /// Feeds the accesses; when the data of each read were on the bus.
  std::vector<Time> serve() {
    const Load load = GetParam();
    const timing::DramRules rules(config_.timings, config_.clock);
    Subchannel subchannel(config_.shape(), rules, config_.policies(), config_.queues, rules.refi);
    base::Random random(5);
    std::vector<Time> reads;
    for (int i = 0; i < kAccesses; ++i) {
      const Time horizon(
          static_cast<std::int64_t>(static_cast<double>(burst_.ps()) * i / load.asked));
      const Time ahead(static_cast<std::int64_t>(
          random.below(static_cast<std::uint64_t>(load.run_ahead.ps()) + 1)));
      const Time at = horizon + ahead;
      const timing::DramAccess access{
          static_cast<int>(random.below(static_cast<std::uint64_t>(config_.shape().banks()))), 0,
          static_cast<int>(random.below(100)) < load.writes_percent};
      const auto line = static_cast<std::uint64_t>(i);
      if (access.write) {
        subchannel.write(line, access, at, horizon);
        continue;
      }
      const Time wait = subchannel.read(line, access, at, horizon).wait;
      reads.push_back(at + wait);
      longest_ = std::max(longest_, wait);
    }
    bursts_ = subchannel.counts().bursts;
    std::sort(reads.begin(), reads.end());
    return reads;
  }

  DramConfig config_;
  Time burst_;
  Time longest_;  ///< wait of a read
  std::int64_t bursts_ = 0;
};

TEST_P(Capacity, IsNotExceededInAnyWindow) {
  const std::vector<Time> reads = serve();
  ASSERT_GT(reads.size(), 5000u);
  EXPECT_LE(burst_ * (bursts_ - 1), reads.back() - reads.front() + longest_);
  for (const std::size_t count : {100u, 1000u, 5000u}) {
    for (std::size_t first = 0; first + count < reads.size(); ++first) {
      const Time window = reads[first + count] - reads[first];
      ASSERT_GE(window, burst_ * static_cast<std::int64_t>(count - 1)) << "from read " << first;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Loads, Capacity,
                         testing::Values(Load{3.0, 0, Time(0)}, Load{3.0, 0, Time(200'000)},
                                         Load{3.0, 30, Time(0)}, Load{3.0, 30, Time(200'000)},
                                         Load{0.95, 10, Time(200'000)}));

}  // namespace
}  // namespace starnuma::memory
