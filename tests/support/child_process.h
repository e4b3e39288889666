// SPDX-License-Identifier: Apache-2.0
// Executes work in a child process, for tests that need more than one elaboration.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>
#include <string>

namespace starnuma::test {

/// Runs `work` in a forked process and returns its text. Throws if the child fails.
template <class Work>
std::string in_child(Work&& work) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    int code = 1;
    try {
      const std::string text = work();
      std::size_t done = 0;
      while (done < text.size()) {
        const ssize_t n = write(ends[1], text.data() + done, text.size() - done);
        if (n <= 0) break;
        done += static_cast<std::size_t>(n);
      }
      code = done == text.size() ? 0 : 1;
    } catch (...) {
    }
    _exit(code);  // no destructors: SystemC threads may still be suspended
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error("the child failed");
  return text;
}

}  // namespace starnuma::test
