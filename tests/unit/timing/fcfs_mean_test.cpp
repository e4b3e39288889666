// SPDX-License-Identifier: Apache-2.0
// The contract of contention: cores run ahead of each other, so bookings arrive out of time order,
// and yet the mean wait is that of first come, first served.
#include <gtest/gtest.h>

#include "testbenches/queueing/arrivals.h"

namespace starnuma::queueing {
namespace {

using base::Time;

constexpr Time kQuantum(200'000);
constexpr double kLoad = 0.6;
constexpr double kTolerance = 0.02;
constexpr std::int64_t kMessages = 800'000;

struct Case {
  const char* name;
  std::vector<Time> services;
  std::uint64_t seed;

  Traffic traffic() const { return {kLoad, services, kMessages, seed}; }
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name << ", seed " << c.seed; }

class FcfsMean : public testing::TestWithParam<Case> {};

TEST_P(FcfsMean, IsKeptWhenInitiatorsRunAheadByAQuantum) {
  SCOPED_TRACE(testing::Message() << "seed " << GetParam().seed);
  const MeanWaits waits = mean_waits(GetParam().traffic(), kQuantum);
  EXPECT_NEAR(waits.booked_ns / waits.fcfs_ns, 1, kTolerance);
}

TEST_P(FcfsMean, IsWhatQueueingTheorySays) {
  SCOPED_TRACE(testing::Message() << "seed " << GetParam().seed);
  const Traffic traffic = GetParam().traffic();
  EXPECT_NEAR(mean_waits(traffic, kQuantum).booked_ns / traffic.expected_wait_ns(), 1, kTolerance);
}

TEST_P(FcfsMean, IsTheVerySameInTimeOrder) {
  SCOPED_TRACE(testing::Message() << "seed " << GetParam().seed);
  const MeanWaits waits = mean_waits(GetParam().traffic(), Time(0));
  EXPECT_NEAR(waits.booked_ns / waits.fcfs_ns, 1, 1e-9);
}

// Services of 64 B and 8 B messages at the bandwidths of the scaled and of the full machine.
INSTANTIATE_TEST_SUITE_P(
    Links, FcfsMean,
    testing::Values(Case{"data_at_3_GBps", {Time(21'334)}, 1},
                    Case{"data_at_20_8_GBps", {Time(3077)}, 2},
                    Case{"data_and_control_at_3_GBps", {Time(21'334), Time(2667)}, 3},
                    Case{"data_and_control_at_20_8_GBps", {Time(3077), Time(385)}, 4}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace starnuma::queueing
