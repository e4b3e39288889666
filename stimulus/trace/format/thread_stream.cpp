// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/format/thread_stream.h"

#include <algorithm>

namespace starnuma::trace {
namespace {

std::string file_name(std::size_t thread) { return "thread" + std::to_string(thread) + ".zst"; }

}  // namespace

std::filesystem::path thread_file(const std::filesystem::path& folder, std::size_t thread) {
  return folder / file_name(thread);
}

ThreadWriter::ThreadWriter(const std::filesystem::path& folder, std::uint64_t trace,
                           std::uint32_t thread, int level)
    : file_(thread_file(folder, thread), {trace, thread}, level), name_(file_name(thread)) {
  encoder_.begin(progress_);
}

void ThreadWriter::next_frame() {
  file_.add(encoder_.bytes());
  progress_.instructions = totals_.instructions;
  encoder_.begin(progress_);
}

void ThreadWriter::note(const Record& record) {
  if (record.kind == RecordKind::kEpoch) {
    progress_.epoch = record.number;
    ++epochs_;
  } else if (record.kind == RecordKind::kLeave) {
    progress_.leaves = record.number + 1;
    ++leaves_;
  }
}

ThreadSummary ThreadWriter::finish(std::uint64_t work, std::uint64_t program_accesses) {
  Record end;
  end.work = work;
  add(end);
  encoder_.add_end(totals_);
  file_.add(encoder_.bytes());
  file_.finish();
  ThreadSummary summary;
  summary.file = name_;
  summary.totals = totals_;
  summary.program_accesses = std::max(program_accesses, totals_.accesses());
  summary.epochs = epochs_;
  summary.leaves = leaves_;
  summary.bytes = file_.bytes();
  summary.checksum = file_.checksum();
  return summary;
}

ThreadReader::ThreadReader(const std::filesystem::path& folder, std::uint64_t trace,
                           std::uint32_t thread)
    : file_(thread_file(folder, thread), {trace, thread}) {}

void ThreadReader::fail(const std::string& what) const {
  throw base::InputError(file_.path().string(), ": frame ", frame_ > 0 ? frame_ - 1 : 0, ": ",
                         what);
}

void ThreadReader::next_frame() {
  if (frame_ == file_.frames()) fail("the stream has no end record");
  const std::size_t size = file_.read(frame_++, bytes_);
  try {
    decoder_ = FrameDecoder(bytes_.data(), size);
  } catch (const base::InputError& error) {
    fail(error.what());
  }
  if (decoder_.at_end()) fail("it holds no record");
}

bool ThreadReader::seek(std::uint64_t epoch) {
  // Binary search for the last frame that starts before the epoch.
  std::size_t low = 0;
  for (std::size_t high = file_.frames(); high - low > 1;) {
    const std::size_t middle = low + (high - low) / 2;
    frame_ = middle;
    next_frame();
    (progress().epoch < epoch ? low : high) = middle;
  }
  frame_ = low;
  decoder_ = {};
  if (epoch == 0) return true;
  for (;;) {
    const Record record = next();
    if (record.kind == RecordKind::kEpoch && record.number >= epoch) return true;
    if (record.kind == RecordKind::kEnd) return false;
  }
}

}  // namespace starnuma::trace
