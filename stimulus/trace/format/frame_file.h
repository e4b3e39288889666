// SPDX-License-Identifier: Apache-2.0
// A file of frames, each compressed by itself, in zstd's seekable format: `zstd -d` reads it too.
//
// Contract: it begins with a skippable frame that says which trace and which part of it this is,
// and ends with the table of frames, so a file that is cut off shows. A frame holds at most
// kFrameBytes and has a checksum. Whatever is wrong throws base::InputError, beginning with the
// file's name; nothing is allocated by a length that the file's own size does not bear out.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "stimulus/trace/format/frame_codec.h"

namespace starnuma::trace {

/// Which part of which trace a file is.
struct PartName {
  static constexpr std::uint32_t kPages = 0xFFFFFFFF;
  std::uint64_t trace = 0;  ///< The trace's id, the same in all its files.
  std::uint32_t part = 0;   ///< A thread's number, or kPages.
};

/// Of zstd: while a program runs, and where time is at hand.
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
  /// Of the file so far.
  std::uint64_t bytes() const { return bytes_; }
  /// CRC-32 of the file so far.
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
  /// Reads the table; throws where this is not the part that is asked for.
  FrameFile(std::filesystem::path path, PartName name);

  std::size_t frames() const { return frames_.size(); }
  /// Of the file.
  std::uint64_t bytes() const { return bytes_; }
  /// What all frames hold.
  std::uint64_t content_bytes() const { return content_bytes_; }
  /// Reads frame `i`, and kPadding zeroes behind it; returns its size without them.
  std::size_t read(std::size_t i, std::vector<std::uint8_t>& frame) const;
  /// Of the whole file, read anew.
  std::uint32_t checksum() const;
  const std::filesystem::path& path() const { return path_; }

 private:
  struct Place {
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
  std::uint64_t content_bytes_ = 0;
  std::vector<Place> frames_;
};

}  // namespace starnuma::trace
