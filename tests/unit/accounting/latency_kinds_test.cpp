// SPDX-License-Identifier: Apache-2.0
#include "models/accounting/latency_kinds.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/invariant.h"

namespace starnuma::accounting {
namespace {

std::vector<LinkRow> links(int count) {
  std::vector<LinkRow> rows;
  for (int i = 0; i < count; ++i) {
    const std::string name(static_cast<std::size_t>(i) + 1, 'x');
    rows.push_back({name, "X" + name, "flight over " + name});
  }
  return rows;
}

TEST(LatencyKinds, AMachineWithoutLinksHasTheFixedRows) {
  EXPECT_EQ(LatencyKinds().rows().size(), kLedgerSlots - 2 * kMostLinkKinds);
}

TEST(LatencyKinds, EachKindOfLinksBringsAWayAndAWait) {
  const LatencyKinds kinds({{"ualink", "UALink", "flight over UALink links"}});
  const auto row_of = [&](LatencyKind kind) {
    for (const LatencyRow& row : kinds.rows()) {
      if (row.kind == kind) return row.name + ": " + row.sentence;
    }
    return std::string();
  };
  const LinkKind ualink = kinds.link("ualink");
  EXPECT_EQ(row_of(wire_of(ualink)), "ualink_wire: flight over UALink links");
  EXPECT_EQ(row_of(queue_of(ualink)), "ualink_queue: waiting for UALink bandwidth");
}

TEST(LatencyKinds, RowsComeInTheOrderOfTheLedgerWithNamesOfTheirOwn) {
  const LatencyKinds kinds(links(kMostLinkKinds));
  ASSERT_EQ(kinds.rows().size(), kLedgerSlots);
  std::set<std::string> names;
  for (std::size_t k = 0; k < kLedgerSlots; ++k) {
    EXPECT_EQ(static_cast<std::size_t>(kinds.rows()[k].kind), k);
    EXPECT_FALSE(kinds.rows()[k].sentence.empty());
    names.insert(kinds.rows()[k].name);
  }
  EXPECT_EQ(names.size(), kLedgerSlots);
}

TEST(LatencyKinds, MoreKindsOfLinksThanALedgerHoldsAreRefused) {
  test::expect_invariant_error([] { LatencyKinds(links(kMostLinkKinds + 1)); },
                               {"8", "room for 7"});
}

TEST(LatencyKinds, ALinkIsCalledLikeNothingElse) {
  for (const char* name : {"mshr", "walk", "dram", "line"}) {
    EXPECT_TRUE(LatencyKinds::reserved(name)) << name;
    test::expect_invariant_error([&] { LatencyKinds({{name, "X", "x"}}); }, {name});
  }
  EXPECT_FALSE(LatencyKinds::reserved("upi"));
  test::expect_invariant_error(
      [] {
        LatencyKinds({{"x", "X", "x"}, {"x", "X", "x"}});
      },
      {"two", "x"});
  test::expect_invariant_error([] { LatencyKinds().link("upi"); }, {"upi"});
}

}  // namespace
}  // namespace starnuma::accounting
