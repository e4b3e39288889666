// SPDX-License-Identifier: Apache-2.0
// Content of files that a run depends on.
#pragma once

#include <filesystem>
#include <string>

namespace starnuma::app {

/// Returns the contents of the file; empty if it cannot be read.
std::string bytes_of(const std::filesystem::path& file);

/// Returns the CRC-32 of the bytes, as eight hexadecimal digits.
std::string checksum_of(const std::string& bytes);

}  // namespace starnuma::app
