// SPDX-License-Identifier: Apache-2.0
// Failure of a command, and the exception for a file that cannot be written.
#pragma once

#include <stdexcept>
#include <string>

namespace starnuma::app {

/// Failure other than bad input; the message is one line.
class Failure : public std::runtime_error {
 public:
  explicit Failure(const std::string& line, int code = 1) : std::runtime_error(line), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

/// Throws the exception for a failed write with this errno: InputError if the location is wrong,
/// Failure if, for example, the disk is full. The line ends with the system's reason.
[[noreturn]] void fail_to_write(const std::string& line, int error);

/// Returns true if the errno means that the user named a location that cannot exist.
bool is_wrong_place(int error);

}  // namespace starnuma::app
