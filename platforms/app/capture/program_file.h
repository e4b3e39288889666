// SPDX-License-Identifier: Apache-2.0
// File of a program to be traced.
#pragma once

#include <filesystem>
#include <string>

namespace starnuma::app {

/// Returns the file of `name`, found by PATH if it has no slash. Throws InputError with the
/// system's reason if it cannot be executed or read, or is not an x86-64 program with an existing
/// interpreter.
std::filesystem::path program_file(const std::string& name);

}  // namespace starnuma::app
