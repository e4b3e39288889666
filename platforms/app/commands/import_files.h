// SPDX-License-Identifier: Apache-2.0
// Converts other projects' traces, a file for each thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace starnuma::app {

/// `from`: memtrace, champsim, champsim64 or champsim96. A file may be compressed, a pipe, or `-`
/// for stdin. Throws InputError for what is no such trace.
void import_files(const std::string& from, const std::vector<std::filesystem::path>& files,
                  const std::filesystem::path& to);

}  // namespace starnuma::app
