// SPDX-License-Identifier: Apache-2.0
// Temporary folder, removed with its object.
#pragma once

#include <filesystem>

namespace starnuma::app {

/// Returns the folder for temporary files; throws InputError that names TMPDIR if there is none.
std::filesystem::path temporary_folder();

class WorkFolder {
 public:
  /// Throws InputError if it cannot be created.
  WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace starnuma::app
