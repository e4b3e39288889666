// SPDX-License-Identifier: Apache-2.0
// A child process that does not outlive its parent, and the wait for it.
//
// Contract: however the parent ends, SIGKILL included, the system ends the child, and so on down to
// its own children. While a SignalWatch waits, SIGINT, SIGTERM and SIGHUP to the process that the
// user started become the exception Interrupted, so that what it has begun is tidied up; elsewhere,
// and in children, they act as ever. Signals that the user has made ignored (nohup) stay so.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <functional>
#include <string>
#include <vector>

namespace starnuma::app {

class Process {
 public:
  /// Forks; the child runs `work` and leaves with its exit code.
  explicit Process(const std::function<int()>& work);
  Process(Process&& other) noexcept;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  /// Ends the child if it has not ended.
  ~Process();

  bool ended();
  /// Waits for the end.
  void wait();
  /// Of a child that has ended: its exit code, or 128 + n.
  int code() const;
  /// Of a child that a signal has ended: which one; else nothing.
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

  /// Until a child has ended, `fd` has something to read (-1: none) or a tenth of a second is over.
  /// Throws Interrupted.
  void wait(int fd = -1) const;

 private:
  sigset_t before_;
  int signals_;
};

/// Runs a program with its arguments and returns its exit code. If it cannot be started, the child
/// says so, with `advice` at the end of the line, and the code is that of bad input. Who interrupts
/// this process ends the program and all that it has started.
int run_program(const std::vector<std::string>& words, const std::string& advice = "");
/// Becomes that program; throws InputError if it cannot be started.
[[noreturn]] void become_program(std::vector<std::string> words, const std::string& advice = "");

}  // namespace starnuma::app
