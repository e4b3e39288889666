// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/files/home_folder.h"

#include <cstdlib>

#include "models/base/check.h"

namespace starnuma::app {

std::filesystem::path home_folder() {
  std::error_code error;
  if (const char* home = std::getenv("STARNUMA_HOME")) {
    if (std::filesystem::is_directory(std::filesystem::path(home) / "platforms" / "machines",
                                      error))
      return home;
    throw base::InputError("STARNUMA_HOME: \"", home,
                           "\" is not the folder of starnuma, it has no platforms/machines");
  }
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto installed = program.parent_path().parent_path() / "share" / "starnuma";
  if (error || !std::filesystem::is_directory(installed / "platforms")) {
    throw base::InputError(
        "STARNUMA_HOME is not set and this program is not installed; start it with ./starnuma");
  }
  return installed;
}

}  // namespace starnuma::app
