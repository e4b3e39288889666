// SPDX-License-Identifier: Apache-2.0
#include "testbenches/pool/traffic.h"

#include <gtest/gtest.h>

#include <set>

namespace starnuma::pool_bench {
namespace {

TrafficConfig traffic(Sharing sharing, int lines, int write_percent) {
  TrafficConfig config;
  config.sharing = sharing;
  config.heads = 16;
  config.lines = lines;
  config.write_percent = write_percent;
  return config;
}

TEST(Traffic, PrivateLinesBelongToOneHead) {
  std::set<std::uint64_t> seen;
  for (int head = 0; head < 16; ++head) {
    Traffic one(traffic(Sharing::kPrivate, 8, 50), head);
    std::set<std::uint64_t> own;
    for (int i = 0; i < 200; ++i) own.insert(one.next().line);
    EXPECT_EQ(own.size(), 8u);
    for (const std::uint64_t line : own) EXPECT_TRUE(seen.insert(line).second);
  }
}

TEST(Traffic, MigratoryAccessesReadALineAndThenWriteIt) {
  Traffic one(traffic(Sharing::kMigratory, 100, 0), 3);
  for (int i = 0; i < 50; ++i) {
    const TrafficAccess read = one.next();
    const TrafficAccess write = one.next();
    EXPECT_FALSE(read.write);
    EXPECT_TRUE(write.write);
    EXPECT_EQ(read.line, write.line);
  }
}

TEST(Traffic, OnlyTheProducerWritesALine) {
  for (int head = 0; head < 16; ++head) {
    Traffic one(traffic(Sharing::kProducerConsumer, 64, 50), head);
    for (int i = 0; i < 200; ++i) {
      const TrafficAccess access = one.next();
      if (!access.write) continue;
      EXPECT_EQ(access.line % 16, static_cast<std::uint64_t>(head));
    }
  }
}

TEST(Traffic, EightHeadsShareAFalselySharedLine) {
  std::set<std::uint64_t> first;
  std::set<std::uint64_t> second;
  for (int head = 0; head < 16; ++head) {
    Traffic one(traffic(Sharing::kFalseSharing, 4, 100), head);
    for (int i = 0; i < 100; ++i) (head < 8 ? first : second).insert(one.next().line);
  }
  EXPECT_EQ(first.size(), 4u);
  EXPECT_EQ(second.size(), 4u);
  for (const std::uint64_t line : first) EXPECT_EQ(second.count(line), 0u);
}

TEST(Traffic, IsTheSameForEqualSeedsOnly) {
  auto config = traffic(Sharing::kShared, 1000, 50);
  const auto lines = [](TrafficConfig c) {
    Traffic one(c, 5);
    std::vector<std::uint64_t> all;
    for (int i = 0; i < 20; ++i) all.push_back(one.next().line);
    return all;
  };
  const auto seed1 = lines(config);
  EXPECT_EQ(lines(config), seed1);
  config.seed = 2;
  EXPECT_NE(lines(config), seed1);
}

}  // namespace
}  // namespace starnuma::pool_bench
