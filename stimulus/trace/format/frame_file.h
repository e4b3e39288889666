// SPDX-License-Identifier: Apache-2.0
// File of individually compressed frames in zstd's seekable format, which `zstd -d` can read.
//
// Contract:
// - The file starts with a skippable frame that identifies the trace and the part, and ends with
//   the table of frames. A truncated file is therefore detected.
// - A frame holds at most kFrameBytes and has a checksum.
// - Every error throws base::InputError, starting with the file name. No allocation exceeds a size
//   that is consistent with the size of the file.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "stimulus/trace/format/frame_codec.h"

namespace starnuma::trace {

/// Identification of a file within a trace.
struct PartName {
  static constexpr std::uint32_t kPages = 0xFFFFFFFF;
  std::uint64_t trace = 0;  ///< Id of the trace, equal in all its files.
  std::uint32_t part = 0;   ///< Thread number, or kPages.
};

/// Compression levels of zstd: during a run of a program, and without time pressure.
inline constexpr int kFastLevel = 3;
inline constexpr int kSmallLevel = 9;

class FrameFileWriter {
 public:
  FrameFileWriter(std::filesystem::path path, PartName name, int level = kFastLevel);
  ~FrameFileWriter();
  FrameFileWriter(FrameFileWriter&&) noexcept;

  void add(const std::vector<std::uint8_t>& frame);
  /// Writes the table and closes the file.
  void finish();
  /// Returns the current size of the file.
  std::uint64_t bytes() const { return bytes_; }
  /// Returns the CRC-32 of the current contents.
  std::uint32_t checksum() const { return checksum_; }

 private:
  struct Context;
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void put(const std::vector<std::uint8_t>& bytes);

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::unique_ptr<Context> context_;
  std::vector<std::uint8_t> table_;
  std::vector<std::uint8_t> compressed_;
  std::uint32_t frames_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint32_t checksum_ = 0;
};

class FrameFile {
 public:
  /// Reads the table; throws if the file is another part.
  FrameFile(std::filesystem::path path, PartName name);

  std::size_t frames() const { return frames_.size(); }
  /// Returns the size of the file.
  std::uint64_t bytes() const { return bytes_; }
  /// Returns the total size of the contents of all frames.
  /// Reads frame `i` followed by kPadding zero bytes; returns its size without the padding.
  std::size_t read(std::size_t i, std::vector<std::uint8_t>& frame) const;
  /// Returns the checksum of the whole file, which is read again.
  std::uint32_t checksum() const;
  const std::filesystem::path& path() const { return path_; }

 private:
  struct FrameLocation {
    std::uint64_t offset;
    std::uint32_t compressed;
    std::uint32_t size;
  };

  [[noreturn]] void fail(const std::string& what) const;
  std::vector<std::uint8_t> bytes_at(std::uint64_t offset, std::size_t size) const;
  void read_name(PartName name) const;
  void read_table();

  std::filesystem::path path_;
  std::uint64_t bytes_ = 0;
  std::vector<FrameLocation> frames_;
};

}  // namespace starnuma::trace
