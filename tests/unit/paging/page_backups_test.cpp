// SPDX-License-Identifier: Apache-2.0
// Pages of a host on four other servers, their backups, and servers that crash.
#include "models/paging/page_backups.h"

#include <gtest/gtest.h>

#include "models/base/check.h"

namespace starnuma::paging {
namespace {

using base::PageId;
using base::Time;

constexpr Time kBefore{10};
constexpr Time kAfter{30};

class Backups : public testing::Test {
 protected:
  static base::Frame on(int server, std::uint64_t frame) {
    return {base::LineAddress::of(static_cast<base::NodeId>(server), frame * base::kLinesPerPage)};
  }
  static base::LineAddress line(base::Frame frame, std::uint64_t number) {
    return {frame.first_line.value + number};
  }
  void crash(int server) { hosts.crash(server, Time(20)); }

  const PageId first{base::SpaceId{0}, 0};
  const PageId second{base::SpaceId{0}, 1};
  HostMap hosts{{0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, {16}};
  PageBackups backups{hosts, base::SocketId{0}};
};

TEST_F(Backups, AWrittenLineIsWrittenToEachBackup) {
  backups.add({{first, on(1, 0)}, {second, on(2, 0)}}, {on(3, 5), on(4, 6)});
  const auto beside = backups.wrote(line(on(2, 0), 7), kBefore);
  ASSERT_EQ(beside.size(), 2U);
  EXPECT_EQ(beside[0].line, line(on(3, 5), 7));
  EXPECT_EQ(beside[1].line, line(on(4, 6), 7));
  EXPECT_TRUE(beside[0].coded);
  EXPECT_TRUE(backups.wrote(line(on(2, 1), 7), kBefore).empty()) << "of no page";
  crash(3);
  EXPECT_EQ(backups.wrote(line(on(2, 0), 7), kBefore).size(), 2U);
  EXPECT_EQ(backups.wrote(line(on(2, 0), 7), kAfter).size(), 1U);
}

TEST_F(Backups, ACopyIsAStripeOfOnePage) {
  backups.add({{first, on(1, 0)}}, {on(2, 5)});
  EXPECT_FALSE(backups.wrote(line(on(1, 0), 0), kBefore).front().coded);
  crash(1);
  const auto sources = backups.sources(first, kAfter);
  ASSERT_TRUE(sources);
  ASSERT_EQ(sources->size(), 1U);
  EXPECT_TRUE(sources->front().backup);
  EXPECT_EQ(backups.lost(kAfter), 0U);
  EXPECT_TRUE(backups.gone(on(1, 0), kAfter));
  backups.wrote(line(on(1, 0), 3), kAfter);  // its cache writes back the rest of its lines
  backups.moved(first, on(3, 9), kAfter);
  EXPECT_EQ(backups.wrote(line(on(3, 9), 3), kAfter).size(), 1U);
  EXPECT_TRUE(backups.wrote(line(on(1, 0), 3), kAfter).empty());
}

TEST_F(Backups, AsManyServersMayCrashAsThereAreBackups) {
  backups.add({{first, on(1, 0)}, {second, on(2, 0)}}, {on(3, 5), on(4, 6)});
  for (std::uint64_t number = 0; number < 5; ++number) {
    backups.wrote(line(on(1, 0), number), kBefore);
  }
  crash(1);
  crash(3);
  const auto sources = backups.sources(first, kAfter);
  ASSERT_TRUE(sources);
  ASSERT_EQ(sources->size(), 2U);
  EXPECT_EQ(sources->at(0).frame.first_line, on(2, 0).first_line);
  EXPECT_FALSE(sources->at(0).backup);
  EXPECT_EQ(sources->at(1).frame.first_line, on(4, 6).first_line);
  EXPECT_EQ(backups.nodes_of(first, kAfter).size(), 2U);
  EXPECT_TRUE(backups.lost_backups(kAfter).empty()) << "a page is still lost";
  backups.moved(first, on(0, 1), kAfter);
  const auto lost = backups.lost_backups(kAfter);
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost.front().pages.size(), 2U);
  backups.rebuilt(lost.front(), on(4, 8));
  EXPECT_TRUE(backups.lost_backups(kAfter).empty());
  crash(2);
  EXPECT_TRUE(backups.sources(second, kAfter));
  crash(4);
  EXPECT_FALSE(backups.sources(second, kAfter));
  EXPECT_EQ(backups.lost(kAfter), 1U);
}

TEST_F(Backups, WhatIsNotTheLastWriteIsNoticed) {
  backups.add({{first, on(1, 0)}}, {on(2, 5), on(3, 5)});
  crash(2);
  backups.wrote(line(on(1, 0), 4), kAfter);  // one backup does not receive it
  crash(1);
  EXPECT_EQ(backups.sources(first, kAfter)->front().frame.first_line, on(3, 5).first_line);
  // As if the second server had returned with its old contents.
  EXPECT_THROW(backups.moved(first, on(4, 1), kBefore), base::InvariantError);
  EXPECT_NO_THROW(backups.moved(first, on(4, 1), kAfter));
}

}  // namespace
}  // namespace starnuma::paging
