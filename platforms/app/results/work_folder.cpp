// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/work_folder.h"

#include <cerrno>
#include <cstdlib>
#include <string>

#include "platforms/app/process/outcome.h"

namespace starnuma::app {

namespace fs = std::filesystem;

WorkFolder::WorkFolder() {
  std::string name = (fs::temp_directory_path() / "starnuma-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    fail_to_write("cannot make a folder in " + fs::temp_directory_path().string(), errno);
  }
  path_ = name;
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace starnuma::app
