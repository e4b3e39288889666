// SPDX-License-Identifier: Apache-2.0
// A folder for what nobody keeps, which goes away with its object.
#pragma once

#include <filesystem>

namespace starnuma::app {

class WorkFolder {
 public:
  /// Throws InputError if there can be none.
  WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace starnuma::app
