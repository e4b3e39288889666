// SPDX-License-Identifier: Apache-2.0
// File under construction: a draft next to it that replaces it as a whole.
//
// Contract: `x.fst` is written as `x.fst.partial` and replaces the old file atomically. An
// unpublished draft is removed. A file that is not regular, such as /dev/stdout, is written
// directly.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string_view>

namespace starnuma::app {

/// Throws InputError if the file of an option exists, has contents and does not begin with one
/// of `heads`, as each file does that the option writes. Such a file is an input or another
/// program's.
void require_own_file(std::string_view option, const std::filesystem::path& file,
                      std::initializer_list<std::string_view> heads);

class FileDraft {
 public:
  explicit FileDraft(std::filesystem::path file);
  FileDraft(const FileDraft&) = delete;
  FileDraft& operator=(const FileDraft&) = delete;
  ~FileDraft();

  /// Returns the file to write.
  const std::filesystem::path& path() const { return draft_; }
  /// Returns the final file.
  const std::filesystem::path& file() const { return file_; }
  void publish();
  /// Throws the exception for a failed write with this errno, with the system's reason.
  [[noreturn]] void fail(int error) const;

 private:
  std::filesystem::path file_;
  std::filesystem::path draft_;
};

}  // namespace starnuma::app
