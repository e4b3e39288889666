// SPDX-License-Identifier: Apache-2.0
// Stream of the records of one thread: writer and reader.
//
// Contract: writers of different threads share no state. A reader holds one frame in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "models/base/check.h"
#include "stimulus/trace/format/frame_codec.h"
#include "stimulus/trace/format/frame_file.h"

namespace starnuma::trace {

/// Returns the file of thread `thread` in a trace's folder.
std::filesystem::path thread_file(const std::filesystem::path& folder, std::size_t thread);

/// Contents of trace.json about a thread.
struct ThreadSummary {
  std::string file;  ///< File name in the folder.
  Totals totals;
  /// Number of accesses of the program; includes filtered ones.
  std::uint64_t program_accesses = 0;
  std::uint64_t epochs = 0;
  std::uint64_t leaves = 0;  ///< Number of its own leaves.
  std::uint64_t bytes = 0;   ///< Size of its file.
  std::uint32_t checksum = 0;
};

class ThreadWriter {
 public:
  ThreadWriter(const std::filesystem::path& folder, std::uint64_t trace, std::uint32_t thread,
               int level = kFastLevel);

  /// Appends any record except kEnd. Throws InputError if the file cannot be written.
  void add(const Record& record) {
    if (__builtin_expect(!encoder_.room(), 0)) next_frame();
    encoder_.add(record);
    totals_.add(record);
    if (!is_access(record.kind)) note(record);
  }
  const Totals& totals() const { return totals_; }

  /// Writes the end and closes the file. `work` is the number of instructions since the last
  /// record. `program_accesses` is 0 if all accesses are recorded.
  ThreadSummary finish(std::uint64_t work = 0, std::uint64_t program_accesses = 0);

 private:
  void next_frame();
  void note(const Record& record);

  FrameFileWriter file_;
  std::string name_;
  FrameEncoder encoder_;
  Totals totals_;
  Progress progress_;
  std::uint64_t epochs_ = 0;
  std::uint64_t leaves_ = 0;
};

class ThreadReader {
 public:
  ThreadReader(const std::filesystem::path& folder, std::uint64_t trace, std::uint32_t thread);

  /// Returns the next record. Precondition: kEnd has not been returned. Throws InputError, starting
  /// with the file name, if the stream is damaged or has no end.
  Record next() {
    if (__builtin_expect(decoder_.at_end(), 0)) next_frame();
    try {
      return decoder_.next();
    } catch (const base::InputError& error) {
      fail(error.what());
    }
  }
  /// Seeks to the start of `epoch` for this thread, or of a later epoch if the thread was waiting.
  /// Returns false if the thread, and therefore the stream, had ended.
  bool seek(std::uint64_t epoch);

  /// Returns the progress of the thread after the last record.
  const Progress& progress() const { return decoder_.progress(); }
  /// Returns the contents of the end record. Precondition: it has been read.
  const Totals& totals() const { return decoder_.totals(); }
  const FrameFile& file() const { return file_; }

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void next_frame();

  FrameFile file_;
  std::size_t frame_ = 0;  ///< Next frame to read.
  std::vector<std::uint8_t> bytes_;
  FrameDecoder decoder_;
};

}  // namespace starnuma::trace
