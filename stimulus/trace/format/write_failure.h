// SPDX-License-Identifier: Apache-2.0
// Exception for a part of a trace that could not be written.
#pragma once

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace starnuma::trace {

/// Throws fs::filesystem_error of the file with the reason in errno, or with EIO if errno is 0.
[[noreturn]] inline void fail_to_write(const std::filesystem::path& file) {
  const int error = errno == 0 ? EIO : errno;
  throw std::filesystem::filesystem_error("", file,
                                          std::error_code(error, std::generic_category()));
}

}  // namespace starnuma::trace
