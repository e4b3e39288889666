// SPDX-License-Identifier: Apache-2.0
// The contract of contention: cores run ahead of each other, so bookings arrive out of time order,
// and yet the mean wait is that of first come, first served.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "models/base/random.h"
#include "models/timing/busy_window.h"

namespace starnuma::timing {
namespace {

using base::Time;

constexpr int kInitiators = 64;
constexpr std::int64_t kQuantum = 200'000;  // ps
constexpr double kLoad = 0.6;
constexpr double kTolerance = 0.02;

struct Arrival {
  std::int64_t at;
  std::int64_t service;
  int initiator;
};

/// Poisson arrivals in time order, each from a random initiator and of a random one of `services`.
std::vector<Arrival> poisson(int count, const std::vector<std::int64_t>& services,
                             std::uint64_t seed) {
  base::Random random(seed);
  double mean_service = 0;
  for (const std::int64_t s : services) mean_service += static_cast<double>(s);
  const double mean_gap = mean_service / static_cast<double>(services.size()) / kLoad;

  std::vector<Arrival> arrivals;
  double now = 0;
  for (int i = 0; i < count; ++i) {
    const double uniform = (static_cast<double>(random.next() >> 11) + 0.5) / 9007199254740992.0;
    now -= mean_gap * std::log(uniform);
    arrivals.push_back({static_cast<std::int64_t>(now), services[random.below(services.size())],
                        static_cast<int>(random.below(kInitiators))});
  }
  return arrivals;
}

/// The order in which cores that run ahead by a quantum book: quantum, then core, then time.
std::vector<Arrival> as_booked(std::vector<Arrival> arrivals) {
  std::stable_sort(arrivals.begin(), arrivals.end(), [](const Arrival& a, const Arrival& b) {
    const std::int64_t qa = a.at / kQuantum;
    const std::int64_t qb = b.at / kQuantum;
    return qa != qb ? qa < qb : a.initiator < b.initiator;
  });
  return arrivals;
}

/// A resource that is free from one time on: right in time order, the reference and the tempting
/// mistake out of it.
double mean_wait_next_free_time(const std::vector<Arrival>& arrivals) {
  double wait = 0;
  std::int64_t free = 0;
  for (const Arrival& a : arrivals) {
    const std::int64_t start = std::max(free, a.at);
    wait += static_cast<double>(start - a.at);
    free = start + a.service;
  }
  return wait / static_cast<double>(arrivals.size());
}

double mean_wait_busy_window(const std::vector<Arrival>& arrivals) {
  BusyWindow window;
  double wait = 0;
  for (const Arrival& a : arrivals) {
    const Time horizon(a.at / kQuantum * kQuantum);
    wait += static_cast<double>(window.book(Time(a.at), Time(a.service), horizon).ps());
  }
  return wait / static_cast<double>(arrivals.size());
}

struct Case {
  const char* name;
  int arrivals;
  std::vector<std::int64_t> services;
  std::uint64_t seed;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name << ", seed " << c.seed; }

class FcfsMean : public testing::TestWithParam<Case> {};

TEST_P(FcfsMean, IsKeptWhenInitiatorsRunAheadByAQuantum) {
  const Case& c = GetParam();
  RecordProperty("seed", static_cast<int>(c.seed));
  SCOPED_TRACE(testing::Message() << "seed " << c.seed);
  const std::vector<Arrival> in_order = poisson(c.arrivals, c.services, c.seed);
  const double first_come_first_served = mean_wait_next_free_time(in_order);
  EXPECT_NEAR(mean_wait_busy_window(as_booked(in_order)) / first_come_first_served, 1, kTolerance);
}

TEST_P(FcfsMean, IsWhatQueueingTheorySays) {
  const Case& c = GetParam();
  SCOPED_TRACE(testing::Message() << "seed " << c.seed);
  // Pollaczek-Khinchine; with equal services this is M/D/1: load * service / (2 (1 - load)).
  double mean = 0;
  double square = 0;
  for (const std::int64_t s : c.services) {
    mean += static_cast<double>(s);
    square += static_cast<double>(s) * static_cast<double>(s);
  }
  const double expected = kLoad * (square / mean) / (2 * (1 - kLoad));
  const std::vector<Arrival> booked = as_booked(poisson(c.arrivals, c.services, c.seed));
  EXPECT_NEAR(mean_wait_busy_window(booked) / expected, 1, kTolerance);
}

TEST_P(FcfsMean, IsMissedByFarWhenOnlyTheNextFreeTimeIsKept) {
  const Case& c = GetParam();
  SCOPED_TRACE(testing::Message() << "seed " << c.seed);
  const std::vector<Arrival> in_order = poisson(c.arrivals, c.services, c.seed);
  const double naive = mean_wait_next_free_time(as_booked(in_order));
  EXPECT_GT(naive / mean_wait_next_free_time(in_order), 1.5);
}

// Services of 64 B and 8 B messages at the bandwidths of the scaled and of the full machine.
INSTANTIATE_TEST_SUITE_P(
    Links, FcfsMean,
    testing::Values(Case{"data_at_3_GBps", 800'000, {21'334}, 1},
                    Case{"data_at_20_8_GBps", 800'000, {3077}, 2},
                    Case{"data_and_control_at_3_GBps", 800'000, {21'334, 2667}, 3},
                    Case{"data_and_control_at_20_8_GBps", 800'000, {3077, 385}, 4}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace starnuma::timing
