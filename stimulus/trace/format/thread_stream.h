// SPDX-License-Identifier: Apache-2.0
// The stream of one thread: records in, records out.
//
// Contract: writers of different threads share nothing. A reader needs a frame's memory at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "stimulus/trace/format/frame_codec.h"
#include "stimulus/trace/format/frame_file.h"

namespace starnuma::trace {

/// The file of thread `thread` in a trace's folder.
std::filesystem::path thread_file(const std::filesystem::path& folder, std::size_t thread);

/// What trace.json says of a thread.
struct ThreadSummary {
  std::string file;  ///< Its name in the folder.
  Totals totals;
  std::uint64_t program_accesses =
      0;  ///< Those of the program; more than recorded ones if filtered.
  std::uint64_t epochs = 0;
  std::uint64_t leaves = 0;  ///< Its own.
  std::uint64_t bytes = 0;   ///< Of its file.
  std::uint32_t checksum = 0;
};

class ThreadWriter {
 public:
  ThreadWriter(const std::filesystem::path& folder, std::uint64_t trace, std::uint32_t thread,
               int level = kFastLevel);

  /// Any record but kEnd. Throws InputError where the file cannot be written.
  void add(const Record& record) {
    if (__builtin_expect(!encoder_.room(), 0)) next_frame();
    encoder_.add(record);
    totals_.add(record);
    if (!is_access(record.kind)) note(record);
  }
  const Totals& totals() const { return totals_; }

  /// Writes the end and closes the file. `work`: instructions since the last record;
  /// `program_accesses`: 0 says that all are recorded.
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

  /// The next record; after kEnd it is not asked again. Throws InputError that begins with the
  /// file's name where the stream is damaged or has no end.
  Record next() {
    if (__builtin_expect(decoder_.at_end(), 0)) next_frame();
    try {
      return decoder_.next();
    } catch (const base::InputError& error) {
      fail(error.what());
    }
  }
  /// Goes to where `epoch` begins for this thread, or a later one if it was waiting then. False:
  /// the thread had ended, and so has the stream.
  bool seek(std::uint64_t epoch);

  /// Where the thread stands behind the last record.
  const Progress& progress() const { return decoder_.progress(); }
  /// As the end record says; after it.
  const Totals& totals() const { return decoder_.totals(); }
  const FrameFile& file() const { return file_; }

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void next_frame();

  FrameFile file_;
  std::size_t frame_ = 0;  ///< The next to be read.
  std::vector<std::uint8_t> bytes_;
  FrameDecoder decoder_;
};

}  // namespace starnuma::trace
