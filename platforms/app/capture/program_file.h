// SPDX-License-Identifier: Apache-2.0
// The file of a program that is to be traced.
#pragma once

#include <filesystem>
#include <string>

namespace starnuma::app {

/// Where `name` is, by PATH if it has no slash. Throws InputError with the system's reason if it
/// cannot be run or read, or if it is no program for x86-64 whose interpreter is there.
std::filesystem::path program_file(const std::string& name);

}  // namespace starnuma::app
