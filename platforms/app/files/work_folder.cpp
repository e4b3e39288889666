// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/files/work_folder.h"

#include <cerrno>
#include <cstdlib>
#include <string>

#include "models/base/check.h"
#include "platforms/app/files/failure.h"

namespace starnuma::app {

namespace fs = std::filesystem;

WorkFolder::WorkFolder() {
  const fs::path temporary = temporary_folder();
  std::string name = (temporary / "starnuma-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    fail_to_write("cannot make a folder in " + temporary.string(), errno);
  }
  path_ = name;
}

fs::path temporary_folder() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (!error) return folder;
  const char* given = std::getenv("TMPDIR");
  throw base::InputError("TMPDIR: \"", given != nullptr ? given : "/tmp",
                         "\" is not a folder; set it to one for temporary files");
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace starnuma::app
