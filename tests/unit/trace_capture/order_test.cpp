// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/capture/plugin/order.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "stimulus/trace/capture/plugin/predictor.h"

namespace starnuma::capture::order_test {
namespace {

TEST(Order, OnlyRecordedLeavesAreNumbered) {
  Order order;
  EXPECT_EQ(order.leave(true), 0U);
  EXPECT_EQ(order.leave(false), 1U);
  EXPECT_EQ(order.leave(true), 1U);
  EXPECT_EQ(order.leaves(), 2U);
  EXPECT_EQ(order.calls(), 3U);
}

TEST(Order, AWakeIsFoundByCallsThatBeganBeforeItAndByNoLaterOne) {
  Order order;
  Member member;
  member.clock.time = 70;
  for (int call = 0; call < 3; ++call) order.leave(true);
  order.wake(member, 0x1000);
  const auto wake = order.wake_since(2, 0x1000);
  ASSERT_TRUE(wake);
  EXPECT_EQ(wake->clock.time, 70U);
  EXPECT_EQ(wake->leaves, 3U);
  EXPECT_FALSE(order.wake_since(3, 0x1000));
  EXPECT_FALSE(order.wake_since(2, 0x2000));
}

TEST(Predictor, IsACounterFrom0To3ThatPredictsTakenFrom2) {
  Predictor predictor;
  int counter = 0;
  for (const bool taken : {true, true, true, true, false, true, false, false, false, false, true,
                           false, true, true, false}) {
    EXPECT_EQ(predictor.predict(0x1234, taken), (counter >= 2) == taken) << counter;
    counter = taken ? std::min(counter + 1, 3) : std::max(counter - 1, 0);
  }
}

}  // namespace
}  // namespace starnuma::capture::order_test
