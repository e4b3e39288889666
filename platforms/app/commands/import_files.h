// SPDX-License-Identifier: Apache-2.0
// Import of other projects' traces, one file per thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace starnuma::app {

/// Converts the files. `from` is memtrace, champsim, champsim64 or champsim96. A file may be
/// compressed, a pipe, or `-` for stdin. Throws InputError for an invalid trace.
void import_files(const std::string& from, const std::vector<std::filesystem::path>& files,
                  const std::filesystem::path& to);

}  // namespace starnuma::app
