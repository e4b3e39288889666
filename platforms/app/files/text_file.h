// SPDX-License-Identifier: Apache-2.0
// Text files that a command reads and writes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace starnuma::app {

/// Writes all bytes; returns 0, or the errno of the failure.
int write_all(int fd, std::string_view bytes);

/// Opens a truncated or new file for writing; returns a negative value, with errno, on failure.
int recreate(const std::filesystem::path& file);

/// Rewrites the file. Throws InputError if the file cannot exist, and Failure if it cannot be
/// written completely, such as on a full disk; both contain the system's reason.
void write_text(const std::filesystem::path& file, const std::string& text);

/// Returns the contents of the file; empty if it cannot be read.
std::string read_text(const std::filesystem::path& file);

}  // namespace starnuma::app
