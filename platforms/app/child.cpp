// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <thread>

#include "models/base/check.h"

namespace starnuma::app {
namespace {

void write_all(int fd, const void* data, std::size_t bytes) {
  const char* at = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t n = write(fd, at, bytes);
    if (n <= 0) throw std::runtime_error("a pipe between processes broke");
    at += n;
    bytes -= static_cast<std::size_t>(n);
  }
}

bool read_all(int fd, void* data, std::size_t bytes) {
  char* at = static_cast<char*>(data);
  while (bytes > 0) {
    const ssize_t n = read(fd, at, bytes);
    if (n <= 0) return false;
    at += n;
    bytes -= static_cast<std::size_t>(n);
  }
  return true;
}

/// Forks; the child runs `work` and leaves with its exit code, errors reported as main() would.
pid_t fork_child(const std::function<int()>& work) {
  std::cout.flush();
  std::cerr.flush();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child > 0) return child;
  int code = 1;
  try {
    code = work();
  } catch (const base::InputError& error) {
    std::cerr << error.what() << std::endl;
    code = 2;
  } catch (const std::exception& error) {
    std::cerr << "starnuma: " << error.what() << std::endl;
  }
  std::cout.flush();
  _exit(code);  // no destructors: SystemC threads are still suspended
}

int exit_code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 1; }

}  // namespace

std::string bytes_from_child(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("cannot make a pipe");
  const pid_t child = fork_child([&] {
    close(ends[0]);
    const std::string bytes = work();
    const std::uint64_t size = bytes.size();
    write_all(ends[1], &size, sizeof size);
    write_all(ends[1], bytes.data(), size);
    return 0;
  });
  close(ends[1]);
  std::uint64_t size = 0;
  std::string bytes;
  bool whole = read_all(ends[0], &size, sizeof size);
  if (whole) {
    bytes.resize(size);
    whole = read_all(ends[0], bytes.data(), size);
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!whole || exit_code_of(status) != 0) throw std::runtime_error("a child process failed");
  return bytes;
}

std::vector<double> least_in_children(const std::vector<std::function<double()>>& works) {
  std::vector<double> least(works.size(), std::numeric_limits<double>::infinity());
  for (int turn = 0; turn < kTurns; ++turn) {
    for (std::size_t i = 0; i < works.size(); ++i) {
      const auto value =
          values_from_child<double>([&] { return std::vector<double>{works[i]()}; })[0];
      least[i] = std::min(least[i], value);
    }
  }
  return least;
}

int run_jobs(const std::vector<Job>& jobs) {
  SharedProgress progress(jobs.size());
  std::vector<std::string> names;
  for (const Job& job : jobs) names.push_back(job.experiment.machine_name);
  const std::size_t at_once = std::max(1U, std::thread::hardware_concurrency());

  int worst = 0;
  std::size_t started = 0;
  std::size_t running = 0;
  while (started < jobs.size() || running > 0) {
    for (; started < jobs.size() && running < at_once; ++started, ++running) {
      const Job& job = jobs[started];
      ProgressSlot& slot = progress.slot(started);
      fork_child([&] { return execute(job.experiment, job.folder, slot); });
    }
    int status = 0;
    if (waitpid(-1, &status, WNOHANG) > 0) {
      --running;
      worst = std::max(worst, exit_code_of(status));
      continue;
    }
    progress.show(names);
    poll(nullptr, 0, 100);  // milliseconds until the next look
  }
  progress.clear();
  return worst;
}

}  // namespace starnuma::app
