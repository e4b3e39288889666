// SPDX-License-Identifier: Apache-2.0
// Relations of bandwidths that hold for every part, mapping and page policy, whatever the schedule:
// a slower rule, fewer outstanding requests, channels or readers never make a memory faster.
// memory_bench/anomaly_test.cpp has the cases in which a real memory does not keep such a relation.
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "testbenches/memory/measure.h"
#include "tests/module/memory_bench/every_channel.h"

namespace starnuma::memory_bench {
namespace {

/// Highest gain and least bandwidth by another order of commands and by the edges of the measured
/// window. Measured: up to 1.8 %.
constexpr double kOtherOrder = 1.02;
constexpr double kLeast = 0.98;

struct Requests {
  const char* stream;
  int count;  ///< Requests of one data bus.
};
constexpr Requests kReads[] = {{"sequential", 8'000}, {"random", 4'000}, {"turn:16", 8'000}};
constexpr Requests kWithWrites{"random+1/1", 20'000};
constexpr Requests kOverRefreshes{"sequential", 20'000};

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

bool begins(const std::string& name, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* word) { return name.rfind(word, 0) == 0; });
}
/// An interval of refreshes is the only field that makes a memory faster when it grows.
bool is_interval(const std::string& name) { return begins(name, {"t_refi"}); }
bool is_of_refresh(const std::string& name) { return begins(name, {"t_rfc"}); }
bool is_of_writes(const std::string& name) {
  return begins(name, {"t_cwl", "t_wr", "t_wtr", "t_ccd_s_wr", "t_ccd_l_wr", "read_to_write_gap"});
}

/// Returns the part without refreshes: if one more of them were in the measured window, it would
/// hide a relation.
memory::DramConfig unrefreshed(memory::DramConfig config) {
  config.refresh = timing::RefreshPolicy::kNone;
  return config;
}

/// `outstanding`: requests of a data bus.
Measured measured(const memory::DramConfig& config, Requests requests, int outstanding,
                  int channels = 1) {
  Load load;
  load.outstanding = outstanding * config.subchannels * channels;
  load.channels = channels;
  load.requests = requests.count * config.subchannels * channels;
  return measure(config, parse_stream(requests.stream), load);
}

/// `less` has a slower rule or fewer readers than `more`. It may be faster if another order of
/// commands lets more of its accesses hit an open row (memory_bench/anomaly_test.cpp): its
/// activates are not more frequent.
void expect_not_faster(const Measured& less, const Measured& more, const std::string& what) {
  const double per_activate = (1 - more.row_hits) / (1 - less.row_hits);
  EXPECT_LT(less.bytes_per_second,
            more.bytes_per_second * kOtherOrder * std::max(1.0, per_activate))
      << what << ", row hits " << less.row_hits << " and " << more.row_hits;
}

/// Compares each rule for which `applies` returns true.
template <class Applies>
void expect_not_faster_with_slower_rules(const memory::DramConfig& config, Requests requests,
                                         const Applies& applies) {
  const Measured shipped = measured(config, requests, 64);
  for (int index = 0;; ++index) {
    memory::DramConfig slower = config;
    SlowRule rule(index);
    slower.timings.visit(rule);
    if (rule.name().empty()) return;
    if (is_interval(rule.name()) || !applies(rule.name())) continue;
    expect_not_faster(measured(slower, requests, 64), shipped,
                      std::string(requests.stream) + ", slower " + rule.name());
  }
}

TEST_P(EveryChannel, IsNotFasterWithASlowerRule) {
  for_each_policy([](const memory::DramConfig& config) {
    expect_not_faster_with_slower_rules(config, kOverRefreshes, is_of_refresh);
    expect_not_faster_with_slower_rules(unrefreshed(config), kWithWrites, is_of_writes);
    for (const Requests& reads : kReads) {
      expect_not_faster_with_slower_rules(unrefreshed(config), reads, [](const std::string& name) {
        return !is_of_writes(name) && !is_of_refresh(name);
      });
    }
  });
}

TEST_P(EveryChannel, IsNotSlowerWithMoreOutstandingRequests) {
  for_each_policy([](const memory::DramConfig& shipped) {
    const memory::DramConfig config = unrefreshed(shipped);
    for (const Requests& requests : {kReads[0], kReads[1], kReads[2], kWithWrites}) {
      double best = 0;
      for (const int outstanding : {1, 8, 32, 128}) {
        const double found = measured(config, requests, outstanding).bytes_per_second;
        EXPECT_GT(found, best * kLeast) << requests.stream << ", " << outstanding;
        best = std::max(best, found);
      }
    }
  });
}

// At most 32 requests of a data bus on average: answers behind more of them are estimates
// (memory::Subchannel), which need not keep the relation.

constexpr int kChannels[] = {1, 2, 4, 5, 7, 16};
constexpr int kOfABus = 32;

/// Returns the throughput of `buses` with 32 requests outstanding for each, as a share of buses
/// that never idle: a closed network of equal exponential servers, which random requests visit.
double share_of_balanced(int buses) {
  const double requests = kOfABus * buses;
  return requests / (requests + buses - 1);
}

/// Returns how many times as fast as one channel more of them are, each with its own requests.
double speed_up(const memory::DramConfig& config, const char* stream, int channels) {
  const Requests requests{stream, 2'000};
  return measured(config, requests, kOfABus, channels).bytes_per_second /
         measured(config, requests, kOfABus).bytes_per_second;
}

TEST_P(EveryChannel, IsAsManyTimesAsFastAsItHasChannels) {
  for_each_policy([](const memory::DramConfig& shipped) {
    const memory::DramConfig config = unrefreshed(shipped);
    for (const int channels : {3, 7}) {
      SCOPED_TRACE(channels);
      EXPECT_NEAR(speed_up(config, "sequential", channels) / channels, 1, 0.005);
      const double balanced =
          share_of_balanced(channels * config.subchannels) / share_of_balanced(config.subchannels);
      EXPECT_GT(speed_up(config, "random", channels) / channels, balanced * kLeast);
    }
  });
}

// The same number of requests over more channels: only random reads. Each number of channels is
// another address mapping, in which rows of sequential streams meet in other banks, and fewer
// requests wait for each open row (memory_bench/anomaly_test.cpp).
TEST_P(EveryChannel, IsNotSlowerWithMoreChannels) {
  for_each_policy([](const memory::DramConfig& shipped) {
    const memory::DramConfig config = unrefreshed(shipped);
    double best = 0;
    for (const int channels : kChannels) {
      Load load;
      load.outstanding = kOfABus * config.subchannels;
      load.channels = channels;
      load.requests = 10'000;
      const double found = measure(config, parse_stream("random"), load).bytes_per_second;
      EXPECT_GT(found, best * kLeast) << channels << " channels";
      best = std::max(best, found);
    }
  });
}

TEST_P(EveryChannel, IsNotSlowerWithMoreReaders) {
  for_each_policy([](const memory::DramConfig& shipped) {
    const memory::DramConfig config = unrefreshed(shipped);
    Load load;
    load.channels = 2;
    load.requests = 10'000;
    Measured best;
    for (int readers = 1; readers <= 32; readers *= 2) {
      const Stream stream = parse_stream("readers:" + std::to_string(readers) + "x2");
      Measured found = measure(config, stream, load);
      expect_not_faster(best, found, std::to_string(readers) + " readers");
      if (found.bytes_per_second > best.bytes_per_second) best = std::move(found);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Parts, EveryChannel, testing::ValuesIn(kParts),
                         [](const auto& part) { return std::string(part.param); });

}  // namespace
}  // namespace starnuma::memory_bench
