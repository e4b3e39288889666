// SPDX-License-Identifier: Apache-2.0
// Folder of the installed files or of the source tree.
#pragma once

#include <filesystem>

namespace starnuma::app {

/// Returns the folder that holds platforms/: the environment variable STARNUMA_HOME, which the
/// launcher sets to the project, or else share/starnuma next to the folder of the installed
/// program.
std::filesystem::path home_folder();
inline std::filesystem::path platforms_folder() { return home_folder() / "platforms"; }

}  // namespace starnuma::app
