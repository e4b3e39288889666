// SPDX-License-Identifier: Apache-2.0
// Where a program has a function.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace starnuma::app {

/// Bytes between the first of the program's executable segments and the function `name`: as the
/// symbol table has it, or as C++ writes it, without parameters. Throws InputError where the
/// program has no symbols, not this one, or several of this name.
std::uint64_t function_offset(const std::filesystem::path& program, const std::string& name);

}  // namespace starnuma::app
