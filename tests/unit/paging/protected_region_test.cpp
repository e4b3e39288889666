// SPDX-License-Identifier: Apache-2.0
#include "models/paging/protected_region.h"

#include <gtest/gtest.h>

namespace starnuma::paging {
namespace {

using Outcome = ProtectedRegion::Outcome;
using Traffic = ProtectedRegion::Traffic;

constexpr Protection kNoProtection{1, 0};
constexpr Protection kReplicated{1, 1};
constexpr Protection kCoded{2, 1};

/// Four stripes of two rows on four servers: member m of stripe s is on server (s + m) % 4.
ProtectedRegion region_of(Protection protection) { return ProtectedRegion({protection, 4, 4, 2}); }

Traffic write(ProtectedRegion& region, std::uint64_t line) {
  Traffic sum = region.begin_write(line).traffic;
  for (bool made = false; !made;) {
    const ProtectedRegion::Advance step = region.advance(line);
    sum.reads += step.traffic.reads;
    sum.writes += step.traffic.writes;
    made = step.made;
  }
  return sum;
}

/// Returns the lost lines, one bit each.
std::uint64_t lost(const ProtectedRegion& region) {
  std::uint64_t bits = 0;
  for (std::uint64_t line = 0; line < region.lines(); ++line) {
    if (region.read(line).outcome == Outcome::kLost) bits |= std::uint64_t{1} << line;
  }
  return bits;
}

TEST(ProtectedRegion, LosesWhatWasOnACrashedServerWithoutProtection) {
  ProtectedRegion region = region_of(kNoProtection);
  for (std::uint64_t line = 0; line < region.lines(); ++line) write(region, line);
  region.crash(1);
  EXPECT_EQ(lost(region), 0b00001100U);
  EXPECT_EQ(region.begin_write(2).outcome, Outcome::kLost);
  EXPECT_FALSE(region.rebuild_next());
  region.restart(1);
  EXPECT_EQ(lost(region), 0b00001100U);
  EXPECT_EQ(region.read(4).version, 1U);
}

TEST(ProtectedRegion, ReadsACopyOnAndMakesANewOne) {
  ProtectedRegion region = region_of(kReplicated);
  const Traffic both = write(region, 2);
  EXPECT_EQ(both.reads, 0);
  EXPECT_EQ(both.writes, 2);
  region.crash(1);  // lines 2 and 3, and copies of 0 and 1
  EXPECT_EQ(region.missing(), 4U);
  EXPECT_EQ(region.read(2).version, 1U);
  EXPECT_EQ(region.read(2).traffic.reads, 1);
  EXPECT_EQ(write(region, 2).writes, 1);
  Traffic sum;
  while (const auto step = region.rebuild_next()) {
    sum.reads += step->reads;
    sum.writes += step->writes;
  }
  EXPECT_EQ(sum.reads, 4);
  EXPECT_EQ(sum.writes, 4);
  EXPECT_EQ(region.missing(), 0U);
  region.crash(2);  // the remaining copy
  EXPECT_EQ(region.read(2).version, 2U);
}

TEST(ProtectedRegion, DecodesALineFromTheOthersOfItsStripe) {
  ProtectedRegion region = region_of(kCoded);
  const Traffic written = write(region, 0);
  EXPECT_EQ(written.reads, 2);  // the line and its parity
  EXPECT_EQ(written.writes, 2);
  EXPECT_EQ(region.read(0).traffic.reads, 1);
  region.crash(0);
  EXPECT_EQ(region.read(0).version, 1U);
  EXPECT_EQ(region.read(0).traffic.reads, 2);
  const Traffic degraded = write(region, 0);
  EXPECT_EQ(degraded.reads, 3);  // it is decoded, and its parity is read
  EXPECT_EQ(degraded.writes, 1);
  EXPECT_EQ(region.read(0).version, 2U);
  const auto step = region.rebuild_next();
  ASSERT_TRUE(step);
  EXPECT_EQ(step->reads, 2);
  EXPECT_EQ(step->writes, 1);
  EXPECT_EQ(region.read(0).traffic.reads, 1);
}

TEST(ProtectedRegion, LosesWhereMoreMembersAreGoneThanItHasParities) {
  ProtectedRegion region = region_of(kCoded);
  region.crash(0);
  EXPECT_EQ(lost(region), 0U);
  region.crash(1);
  // Stripe 0 lacks its first and second member, 3 its second and third; 1 and 2 lack one each.
  EXPECT_EQ(lost(region), 0b1100'0000'0000'1111U);
}

TEST(ProtectedRegion, StaysDegradedWhileEveryServerHasAMember) {
  ProtectedRegion region = region_of({3, 1});
  region.crash(2);
  EXPECT_FALSE(region.rebuild_next());
  EXPECT_EQ(region.read(4).traffic.reads, 3);
  region.restart(2);
  while (region.rebuild_next()) {
  }
  EXPECT_EQ(region.missing(), 0U);
}

TEST(ProtectedRegion, TakesAWriteBackWhoseServerCrashes) {
  ProtectedRegion region = region_of({1, 2});
  EXPECT_EQ(region.begin_write(0).version, 1U);
  EXPECT_FALSE(region.advance(0).made);
  EXPECT_EQ(region.begin_write(0).outcome, Outcome::kRetry);
  EXPECT_EQ(region.read(0).version, 0U);
  EXPECT_EQ(region.crash(0).writes, 1);
  EXPECT_FALSE(region.writing(0));
  EXPECT_EQ(region.read(0).version, 0U);
}

TEST(ProtectedRegion, GoesOnWithAWriteWithoutAParity) {
  ProtectedRegion region = region_of({1, 2});
  region.begin_write(0);
  EXPECT_FALSE(region.advance(0).made);
  EXPECT_EQ(region.crash(2).writes, 0);
  EXPECT_TRUE(region.advance(0).made);
  EXPECT_EQ(region.read(0).version, 1U);
}

TEST(ProtectedRegion, RetriesWhereParitiesDifferFromTheLinesBesideThem) {
  ProtectedRegion region = region_of(kCoded);
  region.crash(0);  // line 0, which is decoded from line 2 and the parity
  region.begin_write(2);
  EXPECT_FALSE(region.advance(2).made);
  EXPECT_EQ(region.read(0).outcome, Outcome::kRetry);
  EXPECT_EQ(region.read(2).version, 0U);
  EXPECT_TRUE(region.advance(2).made);
  EXPECT_EQ(region.read(0).outcome, Outcome::kDone);
}

}  // namespace
}  // namespace starnuma::paging
