// SPDX-License-Identifier: Apache-2.0
#include "models/timing/arbiter.h"

#include <gtest/gtest.h>

namespace starnuma::timing {
namespace {

using base::Time;

constexpr Time kNone(0);

std::vector<int> served(Arbiter arbiter, const std::vector<Time>& service, int picks) {
  std::vector<int> count(service.size());
  for (int i = 0; i < picks; ++i) ++count[static_cast<std::size_t>(arbiter.pick(service))];
  return count;
}

TEST(Arbiter, PicksNobodyWhereNobodyWaits) {
  Arbiter arbiter(Arbitration::kRoundRobin, {1, 1});
  EXPECT_EQ(arbiter.pick({kNone, kNone}), -1);
}

TEST(Arbiter, ServesWaitingQueuesInTurn) {
  Arbiter arbiter(Arbitration::kRoundRobin, {1, 1, 1});
  const std::vector<Time> service{Time(8), kNone, Time(8)};
  EXPECT_EQ(arbiter.pick(service), 0);
  EXPECT_EQ(arbiter.pick(service), 2);
  EXPECT_EQ(arbiter.pick(service), 0);
}

TEST(Arbiter, GivesALoneQueueEverything) {
  const std::vector<Time> service{kNone, Time(8)};
  EXPECT_EQ(served(Arbiter(Arbitration::kWeighted, {7, 1}), service, 50),
            (std::vector<int>{0, 50}));
}

TEST(Arbiter, HonoursWeights) {
  EXPECT_EQ(served(Arbiter(Arbitration::kWeighted, {3, 1}), {Time(8), Time(8)}, 400),
            (std::vector<int>{300, 100}));
}

TEST(Arbiter, ServesAQueueWhoseSavedTimeSufficesExactly) {
  Arbiter arbiter(Arbitration::kWeighted, {2, 1});
  const std::vector<Time> service{Time(8), Time(8)};
  std::vector<int> order;
  for (int i = 0; i < 4; ++i) order.push_back(arbiter.pick(service));
  EXPECT_EQ(order, (std::vector<int>{1, 0, 0, 1}));
}

TEST(Arbiter, WeighsTimeNotMessages) {
  // Messages of one queue take nine times as long, so at equal weights the queue gets a ninth of
  // the turns.
  const auto count = served(Arbiter(Arbitration::kWeighted, {1, 1}), {Time(72), Time(8)}, 10'000);
  EXPECT_NEAR(count[0] * 72.0 / (count[1] * 8.0), 1, 0.01);
}

TEST(Arbiter, LetsNobodySaveUpWhileIdle) {
  Arbiter arbiter(Arbitration::kWeighted, {1, 1});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(arbiter.pick({Time(8), kNone}), 0);
  EXPECT_EQ(served(arbiter, {Time(8), Time(8)}, 20), (std::vector<int>{10, 10}));
}

}  // namespace
}  // namespace starnuma::timing
