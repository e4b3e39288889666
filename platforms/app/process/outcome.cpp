// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/process/outcome.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <new>
#include <sstream>

#include "models/base/check.h"
#include "platforms/app/files/failure.h"
#include "platforms/app/files/output_stream.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/text.h"

namespace starnuma::app {
namespace {

OutputBuffer& out() {
  static auto* const all = new OutputBuffer(STDOUT_FILENO);  // outlives the last output
  return *all;
}

/// Prevents an opened file from becoming stdin, stdout or stderr after the caller closed those.
void occupy_standard_files() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) < 0) open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

[[noreturn]] void end_by(int signal) {
  std::signal(signal, SIG_DFL);
  raise(signal);
  _exit(128 + signal);
}

/// Returns one line, regardless of the words that it repeats.
std::string on_its_line(const std::string& text) {
  constexpr std::size_t kLongest = 1000;
  return config::printable(text, kLongest);
}
std::string on_their_lines(const std::string& text) {
  std::istringstream problems(text);
  std::string lines;
  for (std::string line; std::getline(problems, line);) {
    lines += (lines.empty() ? "" : "\n") + on_its_line(line);
  }
  return lines;
}

}  // namespace

std::string signal_name(int signal) {
  const char* const name = sigabbrev_np(signal);
  return name == nullptr ? "signal " + std::to_string(signal) : std::string("SIG") + name;
}

void watch_stdout() {
  occupy_standard_files();
  std::cout.rdbuf(&out());
  if (isatty(STDOUT_FILENO) == 1) std::cout << std::unitbuf;
}

int exit_code_of(const std::function<int()>& work) {
  const auto failed = [](const std::string& line, int code) {
    std::cout.flush();
    std::cerr << line << std::endl;
    return code;
  };
  try {
    const int code = work();
    std::cout.flush();
    if (out().error() == 0) return code;
    return failed(std::string("starnuma: cannot write to stdout: ") + std::strerror(out().error()),
                  1);
  } catch (const config::ConfigError& error) {
    return failed(on_their_lines(error.what()), 2);
  } catch (const base::InputError& error) {
    return failed(on_its_line(error.what()), 2);
  } catch (const std::filesystem::filesystem_error& error) {
    return failed(on_its_line(error.path1().string() + ": " + error.code().message()),
                  is_wrong_place(error.code().value()) ? 2 : 1);
  } catch (const Failure& error) {
    return failed(std::string("starnuma: ") + error.what(), error.code());
  } catch (const AlreadyReported& reported) {
    std::cout.flush();
    return reported.code;
  } catch (const Interrupted& by) {
    failed("starnuma: interrupted by " + signal_name(by.signal), 1);
    end_by(by.signal);
  } catch (const std::bad_alloc&) {
    return failed("starnuma: out of memory", 1);
  } catch (const std::exception& error) {
    return failed(std::string("starnuma: ") + error.what(), 1);
  }
}

}  // namespace starnuma::app
