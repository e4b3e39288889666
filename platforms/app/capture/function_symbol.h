// SPDX-License-Identifier: Apache-2.0
// Location of a function in a program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace starnuma::app {

/// Returns the bytes between the program's first executable segment and the function `name`, which
/// is the symbol's name or its C++ name without parameters. Throws InputError if the program has no
/// symbols, lacks this one, or has several with this name.
std::uint64_t function_offset(const std::filesystem::path& program, const std::string& name);

}  // namespace starnuma::app
