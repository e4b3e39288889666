// SPDX-License-Identifier: Apache-2.0
// Child process that does not outlive its parent, and the wait for it.
//
// Contract:
// - However the parent ends, SIGKILL included, the system ends the child and its descendants.
// - While a SignalWatch waits, SIGINT, SIGTERM and SIGHUP to the process that the user started
//   become the exception Interrupted, so that its work is cleaned up. Elsewhere, and in children,
//   they have their default effect.
// - Signals that the user has set to ignored (nohup) remain ignored.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <functional>
#include <string>
#include <vector>

namespace starnuma::app {

class Process {
 public:
  /// Forks; the child runs `work` and exits with its code.
  explicit Process(const std::function<int()>& work);
  Process(Process&& other) noexcept;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  /// Ends the child if it is still running.
  ~Process();

  bool ended();
  /// Waits for the end of the child.
  void wait();
  /// Returns the exit code of an ended child, or 128 + n.
  int code() const;
  /// Returns the signal that ended the child, or an empty text.
  std::string killed() const;

 private:
  pid_t pid_;
  bool ended_ = false;
  int status_ = 0;
};

class SignalWatch {
 public:
  SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  ~SignalWatch();

  /// Waits until a child has ended, `fd` is readable (-1: none) or a tenth of a second has passed.
  /// Throws Interrupted.
  void wait(int fd = -1) const;

 private:
  sigset_t before_;
  int signals_;
};

/// Runs a program with its arguments and returns its exit code. If it cannot be started, the child
/// prints the reason followed by `advice`, and the code is that of bad input. An interruption of
/// this process ends the program and its descendants.
int run_program(const std::vector<std::string>& words, const std::string& advice = "");
/// Replaces this process by the program; throws InputError if it cannot be started.
[[noreturn]] void become_program(std::vector<std::string> words, const std::string& advice = "");

}  // namespace starnuma::app
