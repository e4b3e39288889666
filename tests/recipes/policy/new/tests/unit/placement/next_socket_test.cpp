// SPDX-License-Identifier: Apache-2.0
#include "models/placement/next_socket/next_socket.h"

#include <gtest/gtest.h>

namespace starnuma::placement {
namespace {

TEST(NextSocket, TakesTheSocketAfterTheTouchers) {
  PolicySetup setup;
  setup.sockets = 3;
  NextSocket policy(setup);
  EXPECT_EQ(policy.on_allocate({0, base::NodeId{0}}), base::NodeId{1});
  EXPECT_EQ(policy.on_allocate({1, base::NodeId{1}}), base::NodeId{2});
  EXPECT_EQ(policy.on_allocate({0, base::NodeId{2}}), base::NodeId{0});
}

}  // namespace
}  // namespace starnuma::placement
