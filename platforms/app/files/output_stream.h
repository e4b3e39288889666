// SPDX-License-Identifier: Apache-2.0
// Stream to an open file that stores the reason of the first failed write.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <ostream>
#include <streambuf>

#include "platforms/app/files/file_draft.h"

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

/// File that exists completely or not at all.
class OutputFile {
 public:
  /// Throws InputError if the file cannot be created.
  explicit OutputFile(const std::filesystem::path& file);
  ~OutputFile();

  std::ostream& stream() { return stream_; }
  /// Publishes the file. Throws Failure if it could not be written completely.
  void publish();

 private:
  FileDraft draft_;
  int fd_;
  OutputBuffer buffer_;
  std::ostream stream_;
};

}  // namespace starnuma::app
