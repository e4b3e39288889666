// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/pooling_verdict.h"

#include <gtest/gtest.h>

namespace starnuma::app {
namespace {

config::Sweep sweep(const std::string& field, const std::vector<std::string>& values) {
  config::Sweep sweep;
  sweep.field = field;
  for (const std::string& value : values) {
    config::Node node;
    node.kind = config::Node::Kind::kScalar;
    node.text = value;
    sweep.values.push_back(node);
  }
  return sweep;
}

std::vector<Values> times(const std::vector<double>& ns) {
  std::vector<Values> stats;
  for (const double time : ns) stats.push_back({{"run.time_ns", time}});
  return stats;
}

TEST(PoolingVerdict, IsByTheTimeWithThreeQuartersOnThePool) {
  const config::Sweep swept = sweep("placement.pool_share", {"1", "0.75", "0"});
  EXPECT_EQ(pooling_verdict(swept, times({300, 150, 100})),
            "With 75 % of the pages on the pool: 1.500 times the time with none there, class III "
            "(I below 1.10, II below 1.18)");
  EXPECT_NE(pooling_verdict(swept, times({300, 109, 100})).find("1.090"), std::string::npos);
}

TEST(PoolingVerdict, HasThreeClasses) {
  EXPECT_STREQ(pooling_class(0.98), "I");
  EXPECT_STREQ(pooling_class(1.099), "I");
  EXPECT_STREQ(pooling_class(1.10), "II");
  EXPECT_STREQ(pooling_class(1.179), "II");
  EXPECT_STREQ(pooling_class(1.18), "III");
}

TEST(PoolingVerdict, NeedsBothPointsAndTheField) {
  EXPECT_EQ(pooling_verdict(sweep("placement.pool_share", {"0", "1"}), times({1, 2})), "");
  EXPECT_EQ(pooling_verdict(sweep("placement.pool_share", {"0.75", "1"}), times({1, 2})), "");
  EXPECT_EQ(pooling_verdict(sweep("pool.capacity_of_footprint", {"0", "0.75"}), times({1, 2})), "");
  EXPECT_EQ(pooling_verdict(sweep("placement.pool_share", {"0", "0.75"}), {{}, {}}), "");
}

}  // namespace
}  // namespace starnuma::app
