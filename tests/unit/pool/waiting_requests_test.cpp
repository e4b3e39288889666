// SPDX-License-Identifier: Apache-2.0
#include "models/pool/multi_headed_device.h"

#include <gtest/gtest.h>

namespace starnuma::pool::waiting_requests_test {
namespace {

constexpr base::LineAddress kLine{64};
constexpr base::LineAddress kOther{65};

kernel::Envelope from(int host) {
  kernel::Envelope envelope{};
  envelope.source = static_cast<base::AgentId>(host);
  return envelope;
}

TEST(WaitingRequests, OnlyTheFirstOfALineIsFirst) {
  WaitingRequests waiting;
  waiting.add(0, from(0), kLine);
  waiting.add(1, from(1), kOther);
  waiting.add(2, from(2), kLine);
  EXPECT_TRUE(waiting.is_first(0));
  EXPECT_TRUE(waiting.is_first(1));
  EXPECT_FALSE(waiting.is_first(2));
}

TEST(WaitingRequests, ARetriedRequestReturnsToItsPlace) {
  WaitingRequests waiting;
  waiting.add(0, from(0), kLine);
  waiting.add(1, from(1), kOther).retry = 7;
  waiting.add(2, from(2), kOther);
  kernel::Envelope retry = from(1);
  retry.sequence = 7;
  EXPECT_EQ(waiting.remove_retried(retry), 1u);
  EXPECT_FALSE(waiting.has(kOther, base::SocketId{1}));
  EXPECT_EQ(waiting.add(1, retry, kOther).retry, std::nullopt);
  EXPECT_TRUE(waiting.is_first(1));
  EXPECT_FALSE(waiting.is_first(2));
  EXPECT_EQ(waiting.size(), 3u);
}

TEST(WaitingRequests, AMessageThatIsNoRetryRemovesNone) {
  WaitingRequests waiting;
  waiting.add(0, from(0), kLine);
  EXPECT_EQ(waiting.remove_retried(kernel::Envelope{}), std::nullopt);
  waiting[0].retry = 7;
  EXPECT_EQ(waiting.remove_retried(kernel::Envelope{}), std::nullopt);
  EXPECT_EQ(waiting.size(), 1u);
}

TEST(WaitingRequests, AreFoundByLineAndHost) {
  WaitingRequests waiting;
  EXPECT_TRUE(waiting.empty());
  waiting.add(0, from(2), kLine);
  EXPECT_TRUE(waiting.has(kLine));
  EXPECT_FALSE(waiting.has(kOther));
  EXPECT_TRUE(waiting.has(kLine, base::SocketId{2}));
  EXPECT_FALSE(waiting.has(kLine, base::SocketId{1}));
  EXPECT_FALSE(waiting.has(kOther, base::SocketId{2}));
}

}  // namespace
}  // namespace starnuma::pool::waiting_requests_test
