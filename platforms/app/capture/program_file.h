// SPDX-License-Identifier: Apache-2.0
// Program to be traced: its file and the location of its functions.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace starnuma::app {

/// Returns the file of `name`, found by PATH if it has no slash. Throws InputError with the
/// system's reason if it cannot be executed or read, or is not an x86-64 program with an existing
/// interpreter.
std::filesystem::path program_file(const std::string& name);

/// Returns the bytes between the program's first executable segment and the function `name`, which
/// is the symbol's name or its C++ name without parameters. Throws InputError if the program has no
/// symbols, lacks this one, or has several with this name.
std::uint64_t function_offset(const std::filesystem::path& program, const std::string& name);

}  // namespace starnuma::app
