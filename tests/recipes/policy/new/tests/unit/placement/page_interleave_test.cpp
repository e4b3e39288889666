// SPDX-License-Identifier: Apache-2.0
#include "models/placement/page_interleave/page_interleave.h"

#include <gtest/gtest.h>

namespace starnuma::placement {
namespace {

TEST(PageInterleave, DealsPagesOverAllSocketsWhoeverTouchesThem) {
  PolicySetup setup;
  setup.sockets = 3;
  PageInterleave policy(setup);
  EXPECT_EQ(policy.on_allocate({0, base::NodeId{2}}), base::NodeId{0});
  EXPECT_EQ(policy.on_allocate({1, base::NodeId{2}}), base::NodeId{1});
  EXPECT_EQ(policy.on_allocate({5, base::NodeId{0}}), base::NodeId{2});
}

}  // namespace
}  // namespace starnuma::placement
