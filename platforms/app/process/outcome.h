// SPDX-License-Identifier: Apache-2.0
// Termination of the program's processes: errors become one line and an exit code.
//
// Contract: 0 success, 1 failure, 2 bad input, 128 + n ended by signal n. Incomplete output to
// stdout is an error.
#pragma once

#include <functional>
#include <string>

namespace starnuma::app {

/// Failure of a child process that has already printed the reason.
struct AlreadyReported {
  int code;
};

/// Request of the user or the system to end the program.
struct Interrupted {
  int signal;
};

/// Returns the name of a signal such as "SIGKILL".
std::string signal_name(int signal);

/// Makes std::cout report incomplete output; called once, before any other function.
void watch_stdout();

/// Runs `work`, prints its errors and returns its exit code.
int exit_code_of(const std::function<int()>& work);

}  // namespace starnuma::app
