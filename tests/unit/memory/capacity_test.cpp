// SPDX-License-Identifier: Apache-2.0
// A data bus carries no more than its bandwidth: more accesses than it can serve from requesters
// with a limited number of outstanding reads, in order of time and not.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "models/base/random.h"
#include "models/memory/dram_config.h"
#include "models/memory/subchannel.h"
#include "tests/support/shipped.h"

namespace starnuma::memory {
namespace {

using base::Time;

struct Load {
  double of_bus;  ///< Share of the bandwidth that is requested.
  int writes_percent;
  Time run_ahead;
};
void PrintTo(const Load& load, std::ostream* out) {
  *out << load.of_bus << " of the bus, " << load.writes_percent << " % writes, "
       << base::to_string(load.run_ahead) << " ahead";
}

class Capacity : public testing::TestWithParam<Load> {
 protected:
  static constexpr int kAccesses = 20'000;
  static constexpr std::size_t kOutstanding = 128;

  void SetUp() override {
    config_ = test::shipped<DramConfig>("starnuma16_full", {"socket", "memory", "channel"});
    burst_ = config_.subchannel_bandwidth().time_for(base::Bytes(base::kLineBytes));
    serve();
  }

  void serve() {
    const Load load = GetParam();
    const timing::DramRules rules(config_.timings, config_.clock);
    Subchannel subchannel(config_.shape(), rules, config_.policies(), config_.queues, rules.refi);
    base::Random random(5);
    const auto below = [&](std::int64_t limit) {
      return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(limit)));
    };
    const Time pause(static_cast<std::int64_t>(static_cast<double>(burst_.ps()) / load.of_bus));
    std::deque<Time> ends;
    Time horizon;
    for (int i = 0; i < kAccesses; ++i) {
      horizon += pause;
      if (ends.size() == kOutstanding) {
        horizon = std::max(horizon, ends.front());
        ends.pop_front();
      }
      const Time at = horizon + Time(below(load.run_ahead.ps() + 1));
      const timing::DramAccess access{static_cast<int>(below(config_.shape().banks())), 0,
                                      below(100) < load.writes_percent};
      const auto line = static_cast<std::uint64_t>(i);
      const Time called = horizon;
      if (access.write) {
        const Time accepted = subchannel.write(line, access, at, horizon);
        if (accepted > at) horizon = accepted;
      } else {
        reads_.push_back(at + subchannel.read(line, access, at, horizon).wait);
        ends.push_back(reads_.back());
      }
      bursts_.push_back({called, subchannel.counts(called).bursts});
    }
    std::sort(reads_.begin(), reads_.end());
  }

  struct Progress {
    Time horizon;
    std::int64_t bursts;  ///< Column commands issued before `horizon`.
  };

  DramConfig config_;
  Time burst_;
  std::vector<Time> reads_;  ///< Times at which the data of reads were on the bus, as answered.
  std::vector<Progress> bursts_;
};

TEST_P(Capacity, IsNotExceededByTheScheduleInAnyWindow) {
  EXPECT_GT(bursts_.back().bursts, kAccesses * 9 / 10);
  for (const std::size_t count : {1u, 100u, 1000u, 10'000u}) {
    for (std::size_t first = 0; first + count < bursts_.size(); ++first) {
      const Progress& from = bursts_[first];
      const Progress& to = bursts_[first + count];
      ASSERT_LE(burst_ * (to.bursts - from.bursts - 1), to.horizon - from.horizon)
          << "from access " << first;
    }
  }
}

TEST_P(Capacity, IsNotExceededByTheAnswersToReadsInALongWindow) {
  for (const std::size_t count : {2000u, 10'000u}) {
    for (std::size_t first = 0; first + count < reads_.size(); ++first) {
      const Time window = reads_[first + count] - reads_[first];
      ASSERT_GE(window.ns(), 0.98 * burst_.ns() * static_cast<double>(count))
          << "from read " << first;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Loads, Capacity,
                         testing::Values(Load{3.0, 0, Time(0)}, Load{3.0, 0, Time(200'000)},
                                         Load{3.0, 30, Time(0)}, Load{3.0, 30, Time(200'000)},
                                         Load{0.95, 10, Time(200'000)}));

}  // namespace
}  // namespace starnuma::memory
