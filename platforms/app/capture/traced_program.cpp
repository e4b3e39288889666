// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/capture/traced_program.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "models/base/check.h"
#include "platforms/app/files/failure.h"
#include "platforms/app/process/process.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

constexpr const char* kEmulator = "qemu-x86_64";
constexpr const char* kAdvice =
    "; programs are traced in QEMU's user mode (Debian 12: apt-get install qemu-user)";

/// Returns the output of a command, including stderr.
std::string printed_by(const char* command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command, "r"), pclose);
  std::string text;
  std::array<char, 4096> part{};
  while (pipe != nullptr && std::fgets(part.data(), part.size(), pipe.get()) != nullptr) {
    text += part.data();
  }
  return text;
}

/// Returns the plugin next to the command line in a build, or in lib of an installation.
fs::path find_plugin() {
  constexpr const char* kName = "starnuma-capture.so";
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& file : {folder / kName, folder.parent_path() / "lib" / "starnuma" / kName}) {
    if (fs::exists(file, error)) return file;
  }
  throw base::InputError(
      "trace record: this build has no capture plugin, because Capstone was not there when it was "
      "configured (Debian: apt-get install libcapstone-dev, then rebuild)");
}

/// Returns the words that start the program, beginning with the emulator's.
std::vector<std::string> words_of(const CaptureRequest& request,
                                  const std::vector<std::string>& options) {
  // Disables the fast string instructions, which QEMU executes byte by byte.
  std::vector<std::string> words{kEmulator, "-cpu", "max,erms=off,fsrm=off", "-seed", "1"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), request.words.begin(), request.words.end());
  return words;
}

/// Sets the environment for a machine with a core for each thread; the user's settings have
/// priority.
void set_environment(const CaptureRequest& request) {
  setenv("OMP_WAIT_POLICY", "passive", 0);
  setenv("MALLOC_ARENA_MAX", "128", 0);
  if (request.threads != 0) setenv("OMP_NUM_THREADS", std::to_string(request.threads).c_str(), 0);
}

[[noreturn]] void become_emulated(const CaptureRequest& request,
                                  const std::vector<std::string>& options) {
  set_environment(request);
  personality(ADDR_NO_RANDOMIZE);
  become_program(words_of(request, options), kAdvice);
}

/// Escapes a text for QEMU: a single comma ends an option, a double one is literal.
std::string option_text(const std::string& text) {
  std::string doubled;
  for (const char letter : text) doubled.append(letter == ',' ? 2 : 1, letter);
  return doubled;
}

std::string function_option(const CaptureRequest& request) {
  if (request.function.empty()) return "";
  return ",function=" + std::to_string(request.function_offset);
}

/// Returns true if data or end-of-file can be read without blocking.
bool readable(int file) {
  pollfd source{file, POLLIN, 0};
  return poll(&source, 1, 0) > 0;
}

double cpu_seconds_of_children() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

Ended ended(Process& program, double cpu_before) {
  program.wait();
  return {program.code(), program.killed(), cpu_seconds_of_children() - cpu_before};
}

}  // namespace

Emulator find_emulator() {
  const std::string version = printed_by("qemu-x86_64 --version 2>&1");
  const std::string marker = "version ";
  const std::size_t at = version.find(marker);
  if (at == std::string::npos) {
    throw base::InputError("trace record: there is no ", kEmulator, kAdvice);
  }
  const std::size_t begin = at + marker.size();
  const std::string number = version.substr(begin, version.find_first_of(" \n", begin) - begin);
  if (printed_by("qemu-x86_64 -h 2>&1").find("-plugin") == std::string::npos) {
    throw base::InputError("trace record: the ", kEmulator, " here, version ", number,
                           ", takes no plugins; that of Debian 12 (7.2) does, that of its "
                           "backports does not");
  }
  return {number, find_plugin()};
}

Ended run_traced(const Emulator& emulator, const CaptureRequest& request,
                 capture::Recorder& recorder) {
  std::array<int, 2> sockets{};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets.data()) != 0) {
    throw Failure(std::string("cannot make a socket: ") + std::strerror(errno));
  }
  fcntl(sockets[0], F_SETFD, FD_CLOEXEC);
  const std::string plugin =
      option_text(emulator.plugin.string()) + ",socket=" + std::to_string(sockets[1]) +
      ",quantum=" + std::to_string(request.quantum) +
      ",threads=" + std::to_string(request.threads) + ",marked=" + (request.marked ? "1" : "0") +
      ",filter=" + std::to_string(request.filter_bytes) +
      ",instructions=" + std::to_string(request.instructions) + function_option(request);
  const double before = cpu_seconds_of_children();
  Process program([&]() -> int { become_emulated(request, {"-plugin", plugin}); });
  close(sockets[1]);
  {
    const SignalWatch watch;
    do watch.wait(sockets[0]);
    while (!readable(sockets[0]) || recorder.read(sockets[0]));
  }
  close(sockets[0]);
  return ended(program, before);
}

Ended run_plain(const CaptureRequest& request) {
  const double before = cpu_seconds_of_children();
  Process program([&]() -> int {
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
    become_emulated(request, {});
  });
  return ended(program, before);
}

}  // namespace starnuma::app
