// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/tools/check_trace.h"

#include <gtest/gtest.h>

#include "models/base/check.h"
#include "tests/unit/trace_tools/written_trace.h"

namespace starnuma::trace {
namespace {

std::string complaint(const std::vector<std::vector<Record>>& threads) {
  const std::filesystem::path folder = written_trace("checked.snt", threads);
  try {
    check_trace(folder);
  } catch (const base::InputError& error) {
    const std::string text = error.what();
    const std::size_t begin = text[folder.string().size()] == ':'
                                  ? 2
                                  : 1;  // the folder itself is refused, without a file
    return text.substr(folder.string().size() + begin);
  }
  return "";
}

Record leave(std::uint64_t number) { return numbered(RecordKind::kLeave, number); }
Record enter(std::uint64_t number) { return numbered(RecordKind::kEnter, number); }

TEST(CheckTrace, ThreadsThatWaitForEachOtherInTurnAreAccepted) {
  EXPECT_EQ(complaint({{leave(0), enter(2), load(64), leave(2)}, {enter(1), leave(1), enter(3)}}),
            "");
}

TEST(CheckTrace, ThreadsThatWaitForeverAreNamed) {
  EXPECT_EQ(complaint({{enter(2), leave(0)}, {leave(1)}}),
            "thread0.zst: waits for leaves below 2, which are not made before");
}

TEST(CheckTrace, ALeaveOccursOnce) {
  EXPECT_EQ(complaint({{leave(0)}, {leave(0)}}),
            "thread1.zst: leave 0 is made twice or is more than trace.json has");
  EXPECT_EQ(complaint({{leave(5)}}),
            "thread0.zst: leave 5 is made twice or is more than trace.json has");
}

TEST(CheckTrace, EpochsMustIncrease) {
  EXPECT_EQ(complaint({{numbered(RecordKind::kEpoch, 4), numbered(RecordKind::kEpoch, 4)}}),
            "thread0.zst: epoch 4 follows 4");
}

TEST(CheckTrace, MoreRegionsThanTheSummaryStatesAreRefused) {
  EXPECT_EQ(complaint({{numbered(RecordKind::kRegionBegin), numbered(RecordKind::kRegionBegin)}}),
            "thread0.zst: has more regions than trace.json says");
}

TEST(CheckTrace, ATraceWithoutAccessesIsRefused) {
  EXPECT_EQ(complaint({{leave(0)}, {}}), "holds no access, so it is not a trace to play");
}

TEST(CheckTrace, AccessesToUnlistedPagesAreRefused) {
  const std::filesystem::path folder = written_trace("pages.snt", {{load(4096), load(8191, 8)}});
  EXPECT_NO_THROW(check_trace(folder));
  Summary summary = read_summary(folder);
  summary.pages = write_pages(folder, summary.id, {Page{1, 0, Page::kUsed}, Page{2, 0, 0}});
  write_summary(folder, summary);
  try {
    check_trace(folder);
    FAIL();
  } catch (const base::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("accesses 0x1fff, whose page"), std::string::npos);
  }
}

}  // namespace
}  // namespace starnuma::trace
