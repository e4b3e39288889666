// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/config/method.h"

#include <gtest/gtest.h>

#include "platforms/assembly/scaling/count_scale.h"
#include "platforms/config/list_fields.h"
#include "tests/support/shipped.h"

namespace starnuma::assembly {
namespace {

using placement::Cost;

MachineConfig t16(const std::vector<std::string>& sets) {
  return test::shipped<MachineConfig>("starnuma16_t16", {}, sets);
}

/// Returns the paths of the fields that a method changes, in the order of the fields.
std::vector<std::string> changed_by(const std::string& set) {
  const MachineConfig written = t16({"method=in_time", set});
  const auto before = config::list_fields(written);
  const auto after = config::list_fields(with_method(written));
  std::vector<std::string> paths;
  for (std::size_t f = 0; f < before.size(); ++f) {
    if (before[f].value != after[f].value) paths.push_back(before[f].path);
  }
  return paths;
}

using Paths = std::vector<std::string>;

TEST(Method, InTimeChangesNothing) {
  EXPECT_EQ(changed_by("method.part=in_time"), Paths{});
  EXPECT_FALSE(with_method(t16({})).method);
}

TEST(Method, MovesInPlaceAreFreeButScansAndTrackersAreNot) {
  EXPECT_EQ(changed_by("method.moves=in_place"),
            (Paths{"placement.costs.copy", "placement.costs.stall", "placement.costs.initiator",
                   "placement.costs.shootdown", "placement.costs.page_table"}));
}

TEST(Method, ExactCountsNeedNoHardwareAndNeverSaturate) {
  EXPECT_EQ(changed_by("method.counts=exact"),
            (Paths{"placement.counts", "tracking.impl", "tracking.count_scale"}));
  const MachineConfig exact = with_method(t16({"method=in_time", "method.counts=exact"}));
  EXPECT_GT(most_counted(exact.tracking, 16, 1e-6), std::uint64_t{1} << 32);
  EXPECT_EQ(most_counted(exact.tracking, 0, 1), 0U) << "sharers alone";
}

TEST(Method, AnUnlimitedDirectoryIsThatOfEveryDevice) {
  EXPECT_EQ(changed_by("method.directory=unlimited"), Paths{"pool.device.snoop_filter_size"});
  MachineConfig two = t16({"method=published", "pool.count=2"});
  two.pool.overrides[1] = two.pool.each;
  two = with_method(two);
  EXPECT_EQ(two.pool[0].device.snoop_filter_size, two.pool[1].device.snoop_filter_size);
}

TEST(Method, TheOtherPartsChangeTheRunAndNoOtherField) {
  EXPECT_EQ(changed_by("method.first_phase=untimed"), Paths{});
  EXPECT_EQ(changed_by("method.sharers=published_phase"), Paths{});
}

TEST(Method, TheTextNamesAPresetOrTheFieldsThatDiffer) {
  EXPECT_EQ(method_text(t16({})), "in time");
  EXPECT_EQ(method_text(t16({"method=published"})), "published");
  EXPECT_EQ(method_text(t16({"method=in_time", "method.moves=in_place"})),
            "in time but moves in_place");
  EXPECT_EQ(method_text(t16({"method=published", "method.counts=as_built"})),
            "published but counts as_built");
}

}  // namespace
}  // namespace starnuma::assembly
