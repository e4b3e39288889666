// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/tools/filter.h"

#include <gtest/gtest.h>

#include "models/base/check.h"
#include "tests/unit/trace_tools/written_trace.h"

namespace starnuma::trace {
namespace {

using namespace base::literals;

constexpr std::uint64_t kFar = 1 << 20;

std::vector<Record> filtered(const std::vector<Record>& records, base::Bytes cache = 512_B) {
  const std::filesystem::path from = written_trace("from.snt", {records});
  const std::filesystem::path to = test::scratch_file("to.snt");
  std::filesystem::create_directories(to);
  filter_trace(from, to, cache);
  EXPECT_EQ(read_summary(to).program_accesses(), read_summary(from).totals().accesses());
  EXPECT_EQ(read_summary(to).totals().instructions, read_summary(from).totals().instructions);
  return records_of(to, 0);
}

TEST(Filter, AHitIsWorkOfTheNextRecord) {
  const std::vector<Record> kept = filtered({load(64), load(72, 8, 3), load(kFar, 8, 2)});
  EXPECT_EQ(kept, (std::vector<Record>{load(64), load(kFar, 8, 6)}));
}

TEST(Filter, TheLeastRecentlyUsedOfEightLinesGoes) {
  std::vector<Record> records;
  for (std::uint64_t line = 0; line < 8; ++line) records.push_back(load(64 * line));
  records.push_back(load(0));         // a hit
  records.push_back(load(64 * 100));  // for line 1
  records.push_back(load(0));         // still a hit
  records.push_back(load(64));        // a miss again
  EXPECT_EQ(filtered(records).size(), 10U);
}

TEST(Filter, WhoWaitsForAHitWaitsForWhatItWaitedForAndForItsLine) {
  const std::vector<Record> kept = filtered({
      load(64),                  // fetches the line
      load(kFar),                // another
      after(load(72), 1),        // hits the first line, waits for the other
      after(load(3 * kFar), 1),  // waits for the hit
      load(80),                  // hits the first line
      after(load(5 * kFar), 1),  // waits for the line, three loads back
  });
  ASSERT_EQ(kept.size(), 4U);
  EXPECT_EQ(kept[2].after[0], 1);
  EXPECT_EQ(kept[3].after[0], 3);
}

TEST(Filter, AStoreToACleanLineIsAnUpgradeOnce) {
  const std::vector<Record> kept = filtered(
      {load(64), access(RecordKind::kStore, 72, 8), access(RecordKind::kStore, 80, 8), load(kFar)});
  ASSERT_EQ(kept.size(), 3U);
  EXPECT_EQ(kept[1].kind, RecordKind::kUpgrade);
  EXPECT_EQ(kept[1].address, 64U);
  EXPECT_EQ(kept[2].work, 1U);
}

TEST(Filter, AReadLeavesAWrittenLineDirty) {
  const Record store = access(RecordKind::kStore, 64, 8);
  const std::vector<Record> kept = filtered({store, load(72), store, load(kFar)});
  EXPECT_EQ(kept, (std::vector<Record>{access(RecordKind::kStore, 64, 8), load(kFar, 8, 2)}));
}

TEST(Filter, ADependenceReachesOver255KeptLoadsAndNoFurther) {
  std::vector<Record> records;
  for (std::uint64_t line = 0; line < 256; ++line) records.push_back(load(64 * (line + 1)));
  records.push_back(after(load(kFar), 255));
  EXPECT_EQ(filtered(records).back().after[0], 255);
}

TEST(Filter, ADependenceOnTheFirstLoadOfTheThreadStays) {
  EXPECT_EQ(filtered({load(64), after(load(kFar), 1)}).back().after[0], 1);
}

/// Builds a trace of two threads by hand.
class TraceBuilderTest : public testing::Test {
 protected:
  TraceBuilderTest() { std::filesystem::create_directories(folder_); }
  void thread(const std::vector<Record>& records, std::int64_t before = 0, std::int64_t end = 0) {
    builder_.begin_thread();
    builder_.spend(before);
    for (const Record& record : records) builder_.add(record);
    builder_.spend(end);
    builder_.end_thread();
  }
  std::vector<Page> pages() {
    Summary summary;
    summary.regions = 1;
    builder_.finish(summary);
    return read_pages(folder_, 1, read_summary(folder_).pages.pages);
  }

  std::filesystem::path folder_ = test::scratch_file("built.snt");

 private:
  TraceBuilder builder_{folder_, 1};
};

TEST_F(TraceBuilderTest, APageIsOfTheThreadThatUsesItFirstAndOfTheFormerOfTwo) {
  thread({load(0x1000), load(0x5000), load(0x7000)});
  thread({load(0x7008), load(0x5008), load(0x9000)});
  const std::vector<Page> all = pages();
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[1].toucher, 0U);  // page 5, at one instruction of both
  EXPECT_EQ(all[2].toucher, 1U);  // page 7, the last one of thread 0 and the first one of thread 1
  EXPECT_EQ(all[3].toucher, 1U);
}

TEST_F(TraceBuilderTest, APageStaysWrittenAndAnAccessOverTwoPagesUsesBoth) {
  thread({access(RecordKind::kStore, 0x1000, 8), load(0x1008), load(0x2FFC, 8)});
  const std::vector<Page> all = pages();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].flags, Page::kUsed | Page::kWritten);
  EXPECT_EQ(all[1].number, 2U);
  EXPECT_EQ(all[2].number, 3U);
  EXPECT_EQ(all[2].flags, Page::kUsed);
}

TEST_F(TraceBuilderTest, WorkBeyondTheLimitOfARecordIsThatOfTheNextAndTheLastBelongsToTheEnd) {
  thread({load(64), load(72)}, static_cast<std::int64_t>(kMaxWork) + 5, 3);
  pages();
  const std::vector<Record> records = records_of(folder_, 0);
  EXPECT_EQ(records[0].work, kMaxWork);
  EXPECT_EQ(records[1].work, 5U);
  const std::filesystem::path to = test::scratch_file("to.snt");
  std::filesystem::create_directories(to);
  filter_trace(folder_, to, 512_B);
  EXPECT_EQ(read_summary(to).totals().instructions, kMaxWork + 5 + 2 + 3);
}

TEST(Filter, AtomicsAndBranchesAndOrderPass) {
  const std::vector<Record> records = {
      load(64), access(RecordKind::kAtomic, 72, 8), after(numbered(RecordKind::kMispredict), 1),
      numbered(RecordKind::kEpoch, 3), numbered(RecordKind::kLeave, 0)};
  EXPECT_EQ(filtered(records), records);
}

TEST(Filter, AFilteredTraceIsNotFilteredAgain) {
  const std::filesystem::path from = written_trace("from.snt", {{load(64)}});
  const std::filesystem::path to = test::scratch_file("once.snt");
  std::filesystem::create_directories(to);
  filter_trace(from, to, 512_B);
  EXPECT_THROW(filter_trace(to, to, 512_B), base::InputError);
}

}  // namespace
}  // namespace starnuma::trace
