// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/statistics_page.h"

#include <gtest/gtest.h>

#include "tests/support/invariant.h"

namespace starnuma::app {
namespace {

const accounting::LatencyKinds kKinds({{"ualink", "UALink", "flight over UALink links"}});

std::string pattern(const std::string& path) {
  return pattern_of(path, kKinds, accounting::AccessClasses());
}

TEST(StatisticsPage, PathsOfEqualBoxesAreOnePattern) {
  EXPECT_EQ(pattern("machine.socket3.core12.instructions"), "machine.socket*.core*.instructions");
  EXPECT_EQ(pattern("machine.pool.head3.sent"), "machine.pool*.head*.sent");
  EXPECT_EQ(pattern("machine.pool1.head3.sent"), "machine.pool*.head*.sent");
  EXPECT_EQ(pattern("run.sharing.pages.16"), "run.sharing.pages.*");
  EXPECT_EQ(pattern("machine.ualink.socket0_socket1.forward.messages"),
            "machine.<links>.<link>.forward.messages");
}

TEST(StatisticsPage, ClassesAreLeftOutWhereAPathNamesAClassAndNowhereElse) {
  EXPECT_EQ(pattern("run.class.two_hop.latency.p99_9"), "run.class.<class>.latency.p99_9");
  EXPECT_EQ(pattern("run.placement.random.local"), "run.placement.random.<class>");
  EXPECT_EQ(pattern("machine.socket0.caching_agent.misses.pool"),
            "machine.socket*.caching_agent.misses.<class>");
  EXPECT_EQ(pattern("run.pages.pool"), "run.pages.pool");
}

TEST(StatisticsPage, NumbersInTheNameOfAStatisticStay) {
  EXPECT_EQ(pattern("run.sharing.misses_over_8_sharers"), "run.sharing.misses_over_8_sharers");
  EXPECT_EQ(pattern("machine.socket0.core0.from_l2"), "machine.socket*.core*.from_l2");
}

TEST(StatisticsPage, APatternHasOneRowAndOneUnit) {
  DeclaredStatistics declared;
  declared.add({"machine.a*.x", "ns", "a | b"});
  declared.add({"run.y", "1", "first"});
  declared.add({"run.y", "1", "second"});
  ASSERT_EQ(declared.all().size(), 2u);
  const std::string page = declared.page();
  EXPECT_NE(page.find("| `run.y` | 1 | first |\n"), std::string::npos);
  EXPECT_NE(page.find("| `machine.a*.x` | ns | a \\| b |\n"), std::string::npos);
  EXPECT_LT(page.find("run.y"), page.find("machine.a*"));
  test::expect_invariant_error(
      [&] {
        declared.add({"run.y", "ns", "third"});
      },
      {"run.y", "unit ns", "1 elsewhere"});
}

}  // namespace
}  // namespace starnuma::app
