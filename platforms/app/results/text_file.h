// SPDX-License-Identifier: Apache-2.0
// Files of text that a command writes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace starnuma::app {

/// Writes all bytes; returns 0, or the errno of the failure.
int write_all(int fd, std::string_view bytes);

/// Opens an emptied or new file for writing; negative, with errno, where that fails.
int open_anew(const std::filesystem::path& file);

/// Writes the file anew. Throws InputError where there can be no such file, and Failure where it
/// cannot be written whole, as on a full disk; both say the system's reason.
void write_text(const std::filesystem::path& file, const std::string& text);

}  // namespace starnuma::app
