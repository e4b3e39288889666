// SPDX-License-Identifier: Apache-2.0
#include "models/accounting/access_class.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/invariant.h"
#include "tests/support/kinds.h"

namespace starnuma::accounting {
namespace {

std::vector<std::string> names(const AccessClasses& classes) {
  std::vector<std::string> all;
  for (const AccessClassRow& row : classes.rows()) all.push_back(row.name);
  return all;
}

TEST(AccessClasses, OrdinaryMachinesHaveThePublishedOnes) {
  const AccessClasses classes;
  EXPECT_EQ(names(classes),
            (std::vector<std::string>{"local", "one_hop", "two_hop", "pool",
                                      "block_transfer_socket", "block_transfer_pool"}));
  EXPECT_EQ(classes.at_level(0), kLocalAccess);
  EXPECT_EQ(classes.at_level(2), test::kTwoHop);
  EXPECT_EQ(classes.pool(), test::kPool);
  EXPECT_EQ(classes.block_transfer(false), test::kBlockTransferSocket);
  EXPECT_EQ(classes.block_transfer(true), test::kBlockTransferPool);
}

TEST(AccessClasses, AMachineWithAnotherLevelHasARowMore) {
  const AccessClasses classes(4);
  EXPECT_EQ(classes.row(classes.at_level(3)).name, "three_hop");
  EXPECT_EQ(classes.row(classes.at_level(3)).level, 3);
  EXPECT_TRUE(classes.row(classes.pool()).pool);
  EXPECT_TRUE(classes.row(classes.block_transfer(true)).block_transfer);
  EXPECT_FALSE(classes.row(classes.block_transfer(false)).pool);
}

TEST(AccessClasses, ThereIsRoomForAsManyAsHaveNames) {
  const AccessClasses most(kMostAccessClasses - 3);
  EXPECT_EQ(most.count(), kMostAccessClasses);
  std::set<std::string> different;
  for (const AccessClassRow& row : most.rows()) {
    different.insert(row.name);
    EXPECT_FALSE(row.sentence.empty());
  }
  EXPECT_EQ(different.size(), static_cast<std::size_t>(kMostAccessClasses));
  test::expect_invariant_error([] { AccessClasses(kMostAccessClasses - 2); }, {"6 levels"});
  test::expect_invariant_error([] { AccessClasses(0); }, {"0 levels"});
}

}  // namespace
}  // namespace starnuma::accounting
