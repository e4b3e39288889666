// SPDX-License-Identifier: Apache-2.0
// A stream into an open file that keeps the reason of the first write that failed.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <ostream>
#include <streambuf>

#include "platforms/app/results/file_draft.h"

namespace starnuma::app {

class OutputBuffer : public std::streambuf {
 public:
  explicit OutputBuffer(int fd) : fd_(fd) { setp(buffer_.data(), buffer_.data() + buffer_.size()); }
  int error() const { return error_; }  ///< errno, or 0

 protected:
  int_type overflow(int_type next) override;
  int sync() override { return drain() ? 0 : -1; }

 private:
  bool drain();

  static constexpr std::size_t kBytes = 1 << 14;
  std::array<char, kBytes> buffer_;
  int fd_;
  int error_ = 0;
};

/// A file that is there as a whole, or not at all.
class OutputFile {
 public:
  /// Throws InputError where there can be no such file.
  explicit OutputFile(const std::filesystem::path& file);
  ~OutputFile();

  std::ostream& stream() { return stream_; }
  /// Throws Failure where not all of it could be written.
  void publish();

 private:
  FileDraft draft_;
  int fd_;
  OutputBuffer buffer_;
  std::ostream stream_;
};

}  // namespace starnuma::app
