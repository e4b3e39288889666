// SPDX-License-Identifier: Apache-2.0
// How each process of the program ends: errors become one line and an exit code.
//
// Contract: 0 done, 1 something failed, 2 bad input, 128 + n ended by signal n. What stdout did not
// take is an error.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace starnuma::app {

/// Something failed that is no bad input. The message is one line.
class Failure : public std::runtime_error {
 public:
  explicit Failure(const std::string& line, int code = 1) : std::runtime_error(line), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

/// Throws what a write that failed with this errno deserves: InputError where the place is wrong,
/// Failure where, say, the disk is full. The line ends with the system's reason.
[[noreturn]] void fail_to_write(const std::string& line, int error);

/// A child process failed and has said why.
struct Told {
  int code;
};

/// The user or the system asks the program to end.
struct Interrupted {
  int signal;
};

/// "SIGKILL".
std::string signal_name(int signal);

/// Makes std::cout report what cannot be written; to be called once, first of all.
void watch_stdout();

/// The exit code of `work`, whose errors are printed.
int exit_code_of(const std::function<int()>& work);

}  // namespace starnuma::app
