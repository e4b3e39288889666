// SPDX-License-Identifier: Apache-2.0
#include "models/paging/page_table.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "models/base/check.h"

namespace starnuma::paging::page_table_test {
namespace {

using base::NodeId;

constexpr int kSockets = 4;
constexpr NodeId kPool{4};

/// A table of four sockets and the frames that it takes, by node.
struct Bench {
  explicit Bench(std::vector<NodeId> home_of_page, int entries = 512)
      : pages(home_of_page.size()),
        table(home_of_page, {NodeId{0}, NodeId{1}, NodeId{2}, NodeId{3}}, entries,
              [this](NodeId node) {
                const auto frame = static_cast<std::uint64_t>(frames[base::index_of(node)]++);
                return base::Frame{base::LineAddress::of(node, frame * base::kLinesPerPage)};
              }) {}

  /// Returns by node the lines of level 0, each counted once.
  std::vector<int> lines() const {
    std::set<std::uint64_t> seen;
    std::vector<int> lines(kSockets, 0);
    for (std::uint64_t page = 0; page < pages; ++page) {
      const base::LineAddress line = table.entry_line(page, 0);
      if (seen.insert(line.value).second) ++lines[base::index_of(line.node())];
    }
    return lines;
  }

  std::vector<int> frames = std::vector<int>(kSockets, 0);
  std::uint64_t pages;
  PageTable table;
};

TEST(PageTable, ATablePageLiesWhereOneOfItsPagesDoes) {
  std::vector<NodeId> wanted(512, NodeId{1});
  wanted.resize(1024, NodeId{3});
  const Bench bench(wanted);
  EXPECT_EQ(bench.table.entry_line(0, 0).node(), NodeId{1});
  EXPECT_EQ(bench.table.entry_line(511, 0).node(), NodeId{1});
  EXPECT_EQ(bench.table.entry_line(512, 0).node(), NodeId{3});
  EXPECT_EQ(bench.table.entry_line(1023, 0).node(), NodeId{3});
}

// If each table page followed its first page, all of them would be on node 0.
TEST(PageTable, TablePagesOfDealtPagesLieOnAllSockets) {
  std::vector<NodeId> wanted;
  for (int page = 0; page < 512 * 64; ++page) wanted.push_back(static_cast<NodeId>(page % 4));
  for (const int lines : Bench(wanted).lines()) EXPECT_NEAR(lines, 64 * 16, 64 * 8);
}

TEST(PageTable, TablePagesOfPooledPagesLieOnAllSockets) {
  const Bench bench(std::vector<NodeId>(512 * 64, kPool));
  for (const int lines : bench.lines()) EXPECT_NEAR(lines, 64 * 16, 64 * 8);
}

TEST(PageTable, ATablePageOfAScaledProgramHasFewerEntries) {
  std::vector<NodeId> wanted;
  for (int page = 0; page < 512; ++page) wanted.push_back(static_cast<NodeId>(page / 16 % 4));
  const Bench bench(wanted, 16);
  for (std::uint64_t page = 0; page < 512; ++page) {
    EXPECT_EQ(bench.table.entry_line(page, 0).node(), wanted[page]);
    EXPECT_EQ(bench.table.entry_line(page, 0).value,
              bench.table.entry_line(page / 16 * 16, 0).value + page / 8 % 2);
  }
  EXPECT_EQ(bench.lines(), std::vector<int>(kSockets, 16));
  EXPECT_EQ(bench.frames, std::vector<int>(kSockets, 1));  // upper levels are on the same node
}

TEST(PageTable, NoMoreFramesAreTakenThanAnnounced) {
  for (const int entries : {8, 64, 512}) {
    for (const std::uint64_t pages : {1, 7, 512, 513, 5000, 512 * 512}) {
      const Bench bench(std::vector<NodeId>(pages, NodeId{2}), entries);
      EXPECT_LE(static_cast<std::uint64_t>(bench.frames[2]), PageTable::frames_for(pages));
      EXPECT_EQ(std::accumulate(bench.frames.begin(), bench.frames.end(), 0), bench.frames[2]);
    }
  }
}

TEST(PageTable, EightEntriesShareALine) {
  const Bench bench(std::vector<NodeId>(512, NodeId{0}));
  EXPECT_EQ(bench.table.entry_line(0, 0), bench.table.entry_line(7, 0));
  EXPECT_EQ(bench.table.entry_line(8, 0).value, bench.table.entry_line(0, 0).value + 1);
  EXPECT_EQ(bench.table.entry_line(511, 0).value, bench.table.entry_line(0, 0).value + 63);
}

TEST(PageTable, AnUpperEntryCovers512TimesAsMuch) {
  const Bench bench(std::vector<NodeId>(512 * 9, NodeId{0}));
  EXPECT_EQ(bench.table.entry_line(0, 1), bench.table.entry_line(512 * 8 - 1, 1));
  EXPECT_EQ(bench.table.entry_line(512 * 8, 1).value, bench.table.entry_line(0, 1).value + 1);
  EXPECT_EQ(bench.table.entry_line(0, 2), bench.table.entry_line(512 * 9 - 1, 2));
}

TEST(PageTable, EntriesThatDoNotFillLinesAreRejected) {
  for (const int entries : {4, 24, 1024}) {
    EXPECT_THROW(Bench({NodeId{0}}, entries), base::InvariantError) << entries;
  }
}

}  // namespace
}  // namespace starnuma::paging::page_table_test
