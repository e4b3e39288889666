// SPDX-License-Identifier: Apache-2.0
// A file while it is being written: a draft beside it that takes its place as a whole.
//
// Contract: `x.fst` is written as `x.fst.partial` and takes the place of the old one in one step;
// a draft that is not published goes. What is no regular file, as /dev/stdout, is written directly.
#pragma once

#include <filesystem>

namespace starnuma::app {

class FileDraft {
 public:
  explicit FileDraft(std::filesystem::path file);
  FileDraft(const FileDraft&) = delete;
  FileDraft& operator=(const FileDraft&) = delete;
  ~FileDraft();

  /// Where to write.
  const std::filesystem::path& path() const { return draft_; }
  /// What it will be.
  const std::filesystem::path& file() const { return file_; }
  void publish();
  /// Throws what a write that failed with this errno deserves, with the system's reason.
  [[noreturn]] void fail(int error) const;

 private:
  std::filesystem::path file_;
  std::filesystem::path draft_;
};

}  // namespace starnuma::app
