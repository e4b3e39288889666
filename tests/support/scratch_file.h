// SPDX-License-Identifier: Apache-2.0
// Temporary files of a test: private to the process and removed at its end.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace starnuma::test {

/// Returns a path in a folder that belongs to this process and is removed at its end.
inline std::filesystem::path scratch_file(const std::string& name) {
  struct Folder {
    Folder() {
      std::string made = (std::filesystem::temp_directory_path() / "test-XXXXXX").string();
      if (mkdtemp(made.data()) == nullptr) throw std::runtime_error("no temporary folder");
      path = made;
    }
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
    std::filesystem::path path;
  };
  static const Folder folder;
  return folder.path / name;
}

}  // namespace starnuma::test
