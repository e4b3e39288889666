// SPDX-License-Identifier: Apache-2.0
#include "models/placement/move_history.h"

#include <gtest/gtest.h>

namespace starnuma::placement {
namespace {

constexpr base::NodeId kTo{16};

TEST(MoveHistory, ForgetsRegionsOfWhichNoPageMoved) {
  MoveHistory history(2, {1, 1, 3});
  history.forget_unmade({{0, kTo}, {1, kTo}, {2, kTo}, {3, kTo}, {4, kTo}}, 3);
  EXPECT_EQ(history.phases_moved(0), 1U);
  EXPECT_EQ(history.phases_moved(1), 1U);
  EXPECT_EQ(history.phases_moved(2), 2U);
}

}  // namespace
}  // namespace starnuma::placement
