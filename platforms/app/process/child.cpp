// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/process/child.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

#include "platforms/app/files/failure.h"
#include "platforms/app/files/status_line.h"
#include "platforms/app/files/text_file.h"
#include "platforms/app/process/outcome.h"
#include "platforms/app/process/process.h"

namespace starnuma::app {
namespace {

/// Reading end of a pipe.
class Reader {
 public:
  explicit Reader(int fd) : fd_(fd) {}
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() { close(fd_); }

  /// Returns all bytes until the last writer has closed the pipe.
  std::string all() const {
    const SignalWatch watch;
    std::string bytes;
    std::vector<char> part(1 << 16);
    fcntl(fd_, F_SETFL, O_NONBLOCK);
    for (;;) {
      const ssize_t n = read(fd_, part.data(), part.size());
      if (n == 0) return bytes;
      if (n > 0) bytes.append(part.data(), static_cast<std::size_t>(n));
      if (n < 0) watch.wait(fd_);
    }
  }

 private:
  int fd_;
};

}  // namespace

std::string bytes_from_child(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail_to_write("cannot make a pipe", errno);
  Process child([&] {
    close(ends[0]);
    const int error = write_all(ends[1], work());
    if (error != 0) fail_to_write("a pipe between processes broke", error);
    return 0;
  });
  close(ends[1]);
  const Reader reader(ends[0]);
  std::string bytes = reader.all();
  child.wait();
  if (!child.killed().empty()) {
    throw Failure("a child process was " + child.killed(), child.code());
  }
  if (child.code() != 0) throw AlreadyReported{child.code()};
  return bytes;
}

std::vector<double> least_in_children(const std::vector<std::function<double()>>& works) {
  std::vector<double> least(works.size(), std::numeric_limits<double>::infinity());
  StatusLine line;
  for (int turn = 0; turn < kTurns; ++turn) {
    for (std::size_t i = 0; i < works.size(); ++i) {
      line.show("measuring " + std::to_string(i + 1) + " of " + std::to_string(works.size()) +
                ", turn " + std::to_string(turn + 1) + " of " + std::to_string(kTurns));
      const auto value =
          values_from_child<double>([&] { return std::vector<double>{works[i]()}; })[0];
      least[i] = std::min(least[i], value);
    }
  }
  return least;
}

}  // namespace starnuma::app
