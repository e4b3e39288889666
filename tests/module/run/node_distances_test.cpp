// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/programs/node_distances.h"

#include <gtest/gtest.h>

#include "tests/support/machine_bench.h"

namespace starnuma::test {
namespace {

TEST(NodeDistances, AreTenthsOfTheOwnMemorysLatency) {
  const assembly::MachineConfig pairs = machine("six_nodes");
  EXPECT_EQ(run::distances_from(pairs, base::NodeId{0}),
            (std::vector<int>{10, 16, 32, 32, 32, 32}));
  EXPECT_EQ(run::distances_from(pairs, base::NodeId{3}),
            (std::vector<int>{32, 32, 16, 10, 32, 32}));
  const assembly::MachineConfig pool = machine("starnuma16");
  const std::vector<int> distances = run::distances_from(pool, base::NodeId{0});
  EXPECT_GT(distances[16], distances[1]) << "the pool is farther than the own chassis";
  EXPECT_LT(distances[16], distances[4]) << "and nearer than others";
}

TEST(NodeDistances, NearestNodesComeFirstAndEqualOnesInTheirOrder) {
  std::vector<int> order;
  for (const base::NodeId node : run::nearest_to(machine("six_nodes"), base::NodeId{3})) {
    order.push_back(base::index_of(node));
  }
  EXPECT_EQ(order, (std::vector<int>{3, 2, 0, 1, 4, 5}));
}

}  // namespace
}  // namespace starnuma::test
