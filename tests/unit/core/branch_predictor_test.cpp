// SPDX-License-Identifier: Apache-2.0
#include "models/core/branch_predictor.h"

#include <gtest/gtest.h>

#include <string>

namespace starnuma::core {
namespace {

/// Returns 'x' for each mispredicted branch of one site and '.' for the others; 'T' is taken.
std::string outcomes(BranchPredictor& predictor, std::uint32_t site, const std::string& branches) {
  std::string outcomes;
  for (const char branch : branches) {
    outcomes += predictor.mispredicts(site, branch == 'T') ? 'x' : '.';
  }
  return outcomes;
}

TEST(BranchPredictor, NeedsTwoOutcomesToChangeItsPrediction) {
  BranchPredictor predictor(BranchPrediction::kTwoBit);
  EXPECT_EQ(outcomes(predictor, 3, "nTTTT"), ".xx..");
  EXPECT_EQ(outcomes(predictor, 3, "nTnnn"), "x.xx.");
}

TEST(BranchPredictor, SitesOfOneCounterShareIt) {
  BranchPredictor predictor(BranchPrediction::kTwoBit);
  EXPECT_EQ(outcomes(predictor, 3, "TT"), "xx");
  EXPECT_EQ(outcomes(predictor, 4, "T"), "x");
  EXPECT_EQ(outcomes(predictor, 3 + 64, "T"), ".");
}

TEST(BranchPredictor, APerfectOneIsNeverWrong) {
  BranchPredictor predictor(BranchPrediction::kPerfect);
  EXPECT_TRUE(predictor.perfect());
  EXPECT_EQ(outcomes(predictor, 3, "TnTnnT"), "......");
}

}  // namespace
}  // namespace starnuma::core
