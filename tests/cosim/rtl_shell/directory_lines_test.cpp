// SPDX-License-Identifier: Apache-2.0
#include "rtl/directory_slice/shell/directory_lines.h"

#include <gtest/gtest.h>

#include <set>

namespace starnuma::rtl::directory_lines_test {
namespace {

using protocol::cxl::DeviceState;

TEST(DirectoryLines, NumbersAreUniqueAndKeepTheSetOfALine) {
  constexpr std::uint64_t kSets = 3;
  const DirectoryLines lines(kSets, 4);
  std::set<std::uint64_t> numbers;
  for (std::uint64_t line = 0; line < 100; ++line) {
    const std::uint64_t number = lines.number_of(line);
    EXPECT_TRUE(numbers.insert(number).second) << line;
    EXPECT_EQ(number % 4, line % kSets);
    EXPECT_EQ(lines.in_memory(number), line);
  }
}

DirectoryCommit row(DeviceState before, DeviceState after, std::uint32_t sharers) {
  DirectoryCommit commit;
  commit.line = 7;
  commit.before = before;
  commit.after = after;
  commit.sharers = sharers;
  return commit;
}

TEST(DirectoryLines, EntriesFollowTheExecutedRows) {
  DirectoryLines lines(4, 4);
  lines[7].address = base::LineAddress{64};
  EXPECT_EQ(lines.entry_of(7), nullptr);
  EXPECT_EQ(lines.entry_of(8), nullptr);
  lines.commit(row(DeviceState::kInvalid, DeviceState::kOwned, 4));
  ASSERT_NE(lines.entry_of(7), nullptr);
  EXPECT_EQ(lines.entry_of(7)->owner, 2);
  EXPECT_EQ(lines.occupancy(), 1u);
  EXPECT_EQ(lines.snooped(), 0u);
  lines.commit(row(DeviceState::kOwned, DeviceState::kToShared, 4));
  EXPECT_EQ(lines.snooped(), 1u);
  lines.commit(row(DeviceState::kToShared, DeviceState::kShared, 6));
  EXPECT_EQ(lines.entry_of(7)->sharers, 6u);
  EXPECT_EQ(lines.snooped(), 0u);
  EXPECT_EQ(lines.occupancy(), 1u);
  lines.commit(row(DeviceState::kShared, DeviceState::kInvalid, 0));
  EXPECT_EQ(lines.entry_of(7), nullptr);
  EXPECT_EQ(lines.occupancy(), 0u);
}

}  // namespace
}  // namespace starnuma::rtl::directory_lines_test
