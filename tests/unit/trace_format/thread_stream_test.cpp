// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/format/thread_stream.h"

#include <gtest/gtest.h>

#include "tests/support/scratch_file.h"
#include "tests/unit/trace_format/records.h"

namespace starnuma::trace {
namespace {

constexpr std::uint64_t kTrace = 5;

/// Writes `epochs` epochs of `loads` loads each, with a leave in every tenth.
ThreadSummary write_epochs(const std::filesystem::path& folder, std::uint64_t epochs, int loads) {
  ThreadWriter writer(folder, kTrace, 0);
  for (std::uint64_t epoch = 0; epoch < epochs; ++epoch) {
    if (epoch > 0) writer.add(numbered(RecordKind::kEpoch, epoch));
    for (int i = 0; i < loads; ++i) {
      writer.add(load(0x10000 + (epoch * 7919 + static_cast<std::uint64_t>(i) * 104729) % 9999991));
    }
    if (epoch % 10 == 0) writer.add(numbered(RecordKind::kLeave, epoch));
  }
  return writer.finish(3);
}

std::string complaint(const std::filesystem::path& folder) {
  try {
    ThreadReader reader(folder, kTrace, 0);
    while (reader.next().kind != RecordKind::kEnd) {
    }
  } catch (const base::InputError& error) {
    const std::string begin = thread_file(folder, 0).string() + ": ";
    return std::string(error.what()).substr(begin.size());
  }
  return "";
}

TEST(ThreadStream, ALongStreamComesBackWithItsTotals) {
  const std::filesystem::path folder = test::scratch_file("");
  const ThreadSummary summary = write_epochs(folder, 100, 5000);
  ThreadReader reader(folder, kTrace, 0);
  Totals totals;
  for (;;) {
    const Record record = reader.next();
    totals.add(record);
    if (record.kind == RecordKind::kEnd) break;
  }
  EXPECT_GT(reader.file().frames(), 5U);
  EXPECT_EQ(totals.loads, 500000U);
  EXPECT_EQ(totals.instructions, 500003U);
  EXPECT_TRUE(totals == reader.totals());
  EXPECT_TRUE(totals == summary.totals);
  EXPECT_EQ(summary.epochs, 99U);
  EXPECT_EQ(summary.leaves, 10U);
  EXPECT_EQ(summary.program_accesses, 500000U);
}

TEST(ThreadStream, SeekGoesToTheBeginningOfAnEpoch) {
  const std::filesystem::path folder = test::scratch_file("");
  write_epochs(folder, 100, 5000);
  ThreadReader reader(folder, kTrace, 0);
  for (const std::uint64_t epoch : {57, 3, 99, 0, 1}) {
    EXPECT_TRUE(reader.seek(epoch));
    EXPECT_EQ(reader.next().address, 0x10000 + epoch * 7919) << epoch;
    EXPECT_EQ(reader.progress().epoch, epoch);
    EXPECT_EQ(reader.progress().instructions, epoch * 5000 + 1);
    EXPECT_EQ(reader.progress().leaves, epoch == 0 ? 0 : (epoch - 1) / 10 * 10 + 1);
  }
}

TEST(ThreadStream, SeekFindsAnEpochThatLastsForSeveralFrames) {
  const std::filesystem::path folder = test::scratch_file("");
  write_epochs(folder, 4, 120'000);
  ThreadReader reader(folder, kTrace, 0);
  ASSERT_GT(reader.file().frames(), 8U);
  for (std::uint64_t epoch = 0; epoch < 4; ++epoch) {
    EXPECT_TRUE(reader.seek(epoch));
    EXPECT_EQ(reader.progress().epoch, epoch);
    EXPECT_EQ(reader.next().address, 0x10000 + epoch * 7919) << epoch;
  }
}

TEST(ThreadStream, SeekBehindTheLastEpochGoesToTheEnd) {
  const std::filesystem::path folder = test::scratch_file("");
  write_epochs(folder, 3, 10);
  ThreadReader reader(folder, kTrace, 0);
  EXPECT_FALSE(reader.seek(3));
  EXPECT_EQ(reader.totals().loads, 30U);
}

TEST(ThreadStream, AThreadThatWaitedEntersAtItsNextEpoch) {
  const std::filesystem::path folder = test::scratch_file("");
  ThreadWriter writer(folder, kTrace, 0);
  writer.add(numbered(RecordKind::kEpoch, 1));
  writer.add(numbered(RecordKind::kLeave, 0));
  writer.add(numbered(RecordKind::kEpoch, 8));
  writer.add(numbered(RecordKind::kEnter, 4));
  writer.finish();
  ThreadReader reader(folder, kTrace, 0);
  EXPECT_TRUE(reader.seek(5));
  EXPECT_EQ(reader.next(), numbered(RecordKind::kEnter, 4));
}

TEST(ThreadStream, DamageIsNamedWithItsFrame) {
  const std::filesystem::path folder = test::scratch_file("");
  const auto write = [&](const std::vector<std::vector<std::uint8_t>>& frames) {
    FrameFileWriter file(thread_file(folder, 0), {kTrace, 0});
    for (const auto& frame : frames) file.add(frame);
    file.finish();
    return complaint(folder);
  };
  EXPECT_EQ(write({}), "frame 0: the stream has no end record");
  EXPECT_EQ(write({{0, 0, 0}}), "frame 0: it holds no record");
  EXPECT_EQ(write({{0, 0, 0, 8, 0, 2}}), "frame 0: the stream has no end record");
  EXPECT_EQ(write({{0, 0, 0, 8, 0, 2}, {0, 0}}), "frame 1: a frame without its beginning");
  EXPECT_EQ(write({{0, 0, 0, 8, 0, 2}, {0, 0, 0, 255}}), "frame 1: an unknown record");
}

}  // namespace
}  // namespace starnuma::trace
