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
