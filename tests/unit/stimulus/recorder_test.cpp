// SPDX-License-Identifier: Apache-2.0
// The recorder of a program that runs here: work, dependences, barriers, regions, epochs and pages.
#include "stimulus/trace/recorder/recorder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "stimulus/registry.h"
#include "tests/unit/trace_tools/written_trace.h"

namespace starnuma::trace::recorder_test {
namespace {

using core::Observed;
using protocol::AccessKind;

constexpr std::uint64_t kTrace = 3;
constexpr int kThreads = 3;

class RecordedRun : public testing::Test {
 protected:
  static Observed at(std::int64_t instructions, base::Time time = base::Time(0),
                     core::Ticks after = 0) {
    return {instructions, time, core::When(after)};
  }
  void load_of(int thread, const Observed& call, core::Ticks done = 0,
               std::uint64_t address = 0x1000, int bytes = 8, AccessKind kind = AccessKind::kLoad) {
    recorder.watch(thread).on_access(call, kind, {address}, bytes, core::When(done));
  }
  /// Returns the records of a thread, which has ended, with its end record.
  std::vector<Record> records(std::uint32_t thread) const {
    ThreadReader reader(folder, kTrace, thread);
    std::vector<Record> all;
    do {
      all.push_back(reader.next());
    } while (all.back().kind != RecordKind::kEnd);
    return all;
  }
  static std::vector<Record> of_kind(const std::vector<Record>& all, RecordKind kind) {
    std::vector<Record> found;
    std::copy_if(all.begin(), all.end(), std::back_inserter(found),
                 [&](const Record& record) { return record.kind == kind; });
    return found;
  }
  static std::filesystem::path made(const std::filesystem::path& path) {
    std::filesystem::create_directories(path);
    return path;
  }

  std::filesystem::path folder = made(test::scratch_file("recorded.snt"));
  Recorder recorder{folder, kTrace, kThreads};
};

TEST_F(RecordedRun, WorkAndInstructionsAddUpToTheThreadsCount) {
  load_of(0, at(1));
  load_of(0, at(8));
  recorder.watch(0).on_mispredict(at(12));
  recorder.watch(0).on_post(at(15));
  load_of(0, at(16), 0, 0x2000, 8, AccessKind::kStore);
  recorder.watch(0).on_end(at(40));
  std::vector<std::uint64_t> work;
  std::uint64_t instructions = 0;
  for (const Record& record : records(0)) {
    work.push_back(record.work);
    instructions += record.work + (is_instruction(record.kind) ? 1 : 0);
  }
  EXPECT_EQ(work, (std::vector<std::uint64_t>{0, 6, 3, 3, 0, 24}));
  EXPECT_EQ(instructions, 40U);
}

/// Returns the distance that is recorded to a load with `others` loads after it.
class Dependence : public RecordedRun, public testing::WithParamInterface<int> {};

TEST_P(Dependence, IsRecordedOverUpTo255Loads) {
  const int others = GetParam();
  load_of(0, at(1), 1'000'000);
  for (int i = 0; i < others; ++i) load_of(0, at(2 + i), 2'000'000 + i);
  load_of(0, at(2 + others, base::Time(0), 1'000'000), 9'000'000);
  recorder.watch(0).on_end(at(3 + others));
  const auto loads = of_kind(records(0), RecordKind::kLoad);
  EXPECT_EQ(loads.back().after[0], others < 255 ? others + 1 : 0);
  EXPECT_EQ(loads.back().after[1], 0);
}

INSTANTIATE_TEST_SUITE_P(Loads, Dependence, testing::Values(0, 1, 253, 254, 255));

/// The last thread to arrive resumes first, and may arrive at the next barrier before the others
/// have resumed.
TEST_F(RecordedRun, AThreadAtTheNextBarrierReleasesNoOther) {
  for (int thread = 0; thread < kThreads; ++thread) recorder.watch(thread).on_arrive(at(1));
  recorder.watch(2).on_resume(at(1));
  recorder.watch(2).on_arrive(at(1));
  for (int thread = 0; thread < 2; ++thread) {
    recorder.watch(thread).on_resume(at(1));
    recorder.watch(thread).on_end(at(1));
    const auto enters = of_kind(records(static_cast<std::uint32_t>(thread)), RecordKind::kEnter);
    ASSERT_EQ(enters.size(), 1U);
    EXPECT_EQ(enters[0].number, static_cast<std::uint64_t>(kThreads));
  }
}

TEST_F(RecordedRun, EachBarrierReleasesAllWhenTheLastArrives) {
  for (int round = 0; round < 3; ++round) {
    for (int thread = 0; thread < kThreads; ++thread) recorder.watch(thread).on_arrive(at(1));
    for (int thread = kThreads - 1; thread >= 0; --thread) recorder.watch(thread).on_resume(at(1));
  }
  for (int thread = 0; thread < kThreads; ++thread) {
    recorder.watch(thread).on_end(at(1));
    const auto all = records(static_cast<std::uint32_t>(thread));
    const auto leaves = of_kind(all, RecordKind::kLeave);
    const auto enters = of_kind(all, RecordKind::kEnter);
    ASSERT_EQ(leaves.size(), 3U);
    ASSERT_EQ(enters.size(), 3U);
    for (std::size_t round = 0; round < 3; ++round) {
      EXPECT_EQ(leaves[round].number, round * kThreads + static_cast<std::size_t>(thread));
      EXPECT_EQ(enters[round].number, (round + 1) * kThreads);
    }
  }
}

TEST_F(RecordedRun, EveryThreadHasTheMarksOfRegionsAndEpochs) {
  const base::Time later = Recorder::kEpoch;
  load_of(0, at(1));
  load_of(1, at(1));
  recorder.watch(0).on_begin_measurement(at(2));
  load_of(0, at(3), 0, 0x1000);
  load_of(1, at(2), 0, 0x1000);
  recorder.watch(0).on_begin_measurement(at(4, later - base::Time(1)));
  load_of(1, at(3, later), 0, 0x1000);
  load_of(0, at(5, later), 0, 0x1000);
  for (const int thread : {0, 1}) {
    recorder.watch(thread).on_end(at(6, later));
    const auto all = records(static_cast<std::uint32_t>(thread));
    EXPECT_EQ(of_kind(all, RecordKind::kRegionBegin).size(), 2U) << thread;
    const auto epochs = of_kind(all, RecordKind::kEpoch);
    ASSERT_EQ(epochs.size(), 1U) << thread;
    EXPECT_EQ(epochs[0].number, 1U);
  }
}

TEST_F(RecordedRun, AnAccessUsesEachPageThatItTouches) {
  const auto page = [](std::uint64_t number, std::uint64_t offset = 0) {
    return number * base::kPageBytes + offset;
  };
  load_of(0, at(1), 0, page(1));
  load_of(0, at(2), 0, page(3, base::kPageBytes - 4), 8, AccessKind::kStore);
  load_of(0, at(3), 0, page(6, base::kPageBytes - 8), 8);
  for (int thread = 0; thread < kThreads; ++thread) recorder.watch(thread).on_end(at(4));
  const auto workload = stimulus::make_workload("gups:scale=8", {1, 4, 0}, 1);
  base::Arena arena(kThreads);
  arena.map("data", std::vector<base::PageOrigin>(9));
  recorder.finish({}, arena, *workload);
  const Summary summary = read_summary(folder);
  EXPECT_EQ(summary.threads.size(), static_cast<std::size_t>(kThreads));
  std::vector<std::uint64_t> used;
  std::vector<std::uint64_t> written;
  for (const Page& one : read_pages(folder, kTrace, summary.pages.pages)) {
    if ((one.flags & Page::kUsed) != 0) used.push_back(one.number);
    if ((one.flags & Page::kWritten) != 0) written.push_back(one.number);
  }
  EXPECT_EQ(used, (std::vector<std::uint64_t>{1, 3, 4, 6}));
  EXPECT_EQ(written, (std::vector<std::uint64_t>{3, 4}));
}

}  // namespace
}  // namespace starnuma::trace::recorder_test
