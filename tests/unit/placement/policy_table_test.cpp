// SPDX-License-Identifier: Apache-2.0
#include "models/placement/policy_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "models/base/check.h"
#include "models/placement/policy.h"

namespace starnuma::placement {
namespace {

TEST(PolicyTable, EveryRowHasANameOfItsOwnASentenceAndAMaker) {
  std::set<std::string_view> names;
  for (const PolicyRow& row : policies()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.sentence.empty()) << row.name;
    EXPECT_NE(row.make, nullptr) << row.name;
  }
}

TEST(PolicyTable, NamesAreTheValuesOfTheField) {
  const auto& names = base::EnumNames<PolicyId>::kNames;
  ASSERT_EQ(names.size(), policies().size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(name_of(static_cast<PolicyId>(i)), names[i]);
    EXPECT_EQ(policy_named(names[i]), static_cast<PolicyId>(i));
  }
}

TEST(PolicyTable, AnUnknownNameIsRefusedWithTheNearest) {
  try {
    policy_named("frist_touch");
    FAIL();
  } catch (const base::InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "no policy \"frist_touch\"; did you mean \"first_touch\"?");
  }
}

/// The requirements of a policy on the machine match its inputs.
TEST(PolicyTable, TraitsFitTogether) {
  for (const PolicyRow& row : policies()) {
    const PolicyTraits& traits = row.traits;
    EXPECT_FALSE(traits.keeps_first_touch && traits.moves_pages()) << row.name;
    EXPECT_FALSE(traits.limit_is_searched && !traits.moves_pages()) << row.name;
    EXPECT_FALSE(traits.is_stated && traits.keeps_first_touch) << row.name;
    EXPECT_TRUE(traits.counter_bits == 0 || traits.sees_regions()) << row.name;
    const bool every_phase = traits.sees == Sees::kPages || traits.sees_regions();
    EXPECT_TRUE(!every_phase || traits.moves_pages()) << row.name;
  }
}

TEST(Policy, WithoutMoreLeavesPagesWithTheirFirstTouchersAndMovesNothing) {
  Policy policy;
  EXPECT_EQ(policy.on_allocate({7, base::NodeId{3}}), base::NodeId{3});
  EXPECT_TRUE(policy.on_fault({}).moves.empty());
  EXPECT_TRUE(policy.on_tick({}).moves.empty());
  EXPECT_TRUE(policy.on_phase({}).moves.empty());
  EXPECT_FALSE(policy.thresholds().has_value());
}

}  // namespace
}  // namespace starnuma::placement
