// SPDX-License-Identifier: Apache-2.0
// Relations of bandwidths that hold for every part, mapping and page policy, whatever the schedule:
// a slower rule, fewer outstanding requests, channels or readers never make a memory faster.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "testbenches/memory/measure.h"
#include "tests/module/memory_bench/every_channel.h"

namespace starnuma::memory_bench {
namespace {

/// Highest gain by a slower rule: a row that stays open for longer serves more of the waiting
/// reads, and other orders of equal streams differ by one or two percent.
constexpr double kAnomaly = 1.03;
constexpr const char* kStreams[] = {"sequential", "random", "turn:16"};

/// Makes one of the timing rules of a part slower by a quarter, at least by one clock.
class SlowRule {
 public:
  explicit SlowRule(int index) : index_(index) {}
  template <class... Rest>
  void field(const char* name, base::Cycles& value, Rest&&...) {
    if (index_-- != 0) return;
    name_ = name;
    value.value += std::max<std::int64_t>(1, value.value / 4);
  }
  /// Returns the name of the rule, or none if there are fewer rules.
  const std::string& name() const { return name_; }

 private:
  int index_;
  std::string name_;
};

/// An interval of refreshes is the only field that makes a memory faster when it grows.
bool is_interval(const std::string& name) { return name.rfind("t_refi", 0) == 0; }

double bandwidth(const memory::DramConfig& config, const std::string& stream, int outstanding,
                 int channels = 1) {
  Load load;
  load.outstanding = outstanding;
  load.channels = channels;
  load.requests = 40'000;
  return measure(config, parse_stream(stream), load).bytes_per_second;
}

TEST_P(EveryChannel, IsNotFasterWithASlowerRule) {
  for_each_policy([](const memory::DramConfig& config) {
    for (const char* stream : kStreams) {
      const int outstanding = 64 * config.subchannels;
      const double shipped = bandwidth(config, stream, outstanding);
      for (int index = 0;; ++index) {
        memory::DramConfig slower = config;
        SlowRule rule(index);
        slower.timings.visit(rule);
        if (rule.name().empty()) break;
        if (is_interval(rule.name())) continue;
        EXPECT_LT(bandwidth(slower, stream, outstanding), shipped * kAnomaly)
            << stream << ", slower " << rule.name();
      }
    }
  });
}

TEST_P(EveryChannel, IsNotSlowerWithMoreOutstandingRequests) {
  for_each_policy([](const memory::DramConfig& config) {
    for (const char* stream : {"sequential", "random", "turn:16", "random+1/1"}) {
      double best = 0;
      for (int outstanding = 1; outstanding <= 128; outstanding *= 2) {
        const double found = bandwidth(config, stream, outstanding * config.subchannels);
        EXPECT_GT(found, best * 0.98) << stream << ", " << outstanding << " outstanding";
        best = std::max(best, found);
      }
    }
  });
}

// Channels and readers: at most 32 requests wait for a data bus, because answers behind more of
// them are estimates (memory::Subchannel), which need not keep the relation.

TEST_P(EveryChannel, IsNotSlowerWithMoreChannels) {
  for_each_policy([](const memory::DramConfig& config) {
    for (const char* stream : kStreams) {
      double best = 0;
      for (const int channels : {1, 2, 3, 4, 7, 8, 12, 16}) {
        const double found = bandwidth(config, stream, 32 * config.subchannels, channels);
        EXPECT_GT(found, best * 0.98) << stream << ", " << channels << " channels";
        best = std::max(best, found);
      }
    }
  });
}

TEST_P(EveryChannel, IsNotSlowerWithMoreReaders) {
  for_each_policy([](const memory::DramConfig& config) {
    double best = 0;
    for (int readers = 1; readers <= 32; readers *= 2) {
      const std::string stream = "readers:" + std::to_string(readers) + "x2";
      const double found = bandwidth(config, stream, 64, 2);
      EXPECT_GT(found, best * 0.98) << readers << " readers";
      best = std::max(best, found);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Parts, EveryChannel, testing::ValuesIn(kParts),
                         [](const auto& part) { return std::string(part.param); });

}  // namespace
}  // namespace starnuma::memory_bench
