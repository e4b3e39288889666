// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/process/process.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <utility>

#include "models/base/check.h"
#include "platforms/app/files/failure.h"
#include "platforms/app/process/outcome.h"

namespace starnuma::app {
namespace {

constexpr int kEnding[] = {SIGINT, SIGTERM, SIGHUP};
bool is_child = false;

bool ignored(int signal) {
  struct sigaction action {};
  sigaction(signal, nullptr, &action);
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN;
}

sigset_t watched() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  for (const int signal : kEnding) {
    if (!is_child && !ignored(signal)) sigaddset(&set, signal);
  }
  return set;
}

/// Ties a new child to its parent, even if that has ended meanwhile.
void end_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  const sigset_t set = watched();
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
  is_child = true;
}

}  // namespace

Process::Process(const std::function<int()>& work) {
  std::cout.flush();
  std::cerr.flush();
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) throw Failure(std::string("cannot start a process: ") + std::strerror(errno));
  if (pid_ > 0) return;
  end_with(parent);
  _exit(exit_code_of(work));  // no destructors: SystemC threads are still suspended
}

Process::Process(Process&& other) noexcept
    : pid_(other.pid_), ended_(std::exchange(other.ended_, true)), status_(other.status_) {}

Process::~Process() {
  if (ended_) return;
  // The first call applies to a process group leader.
  if (kill(-pid_, SIGKILL) != 0) kill(pid_, SIGKILL);
  while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) continue;
}

bool Process::ended() {
  if (!ended_) ended_ = waitpid(pid_, &status_, WNOHANG) == pid_;
  return ended_;
}

void Process::wait() {
  const SignalWatch watch;
  while (!ended()) watch.wait();
}

int Process::code() const {
  return WIFSIGNALED(status_) ? 128 + WTERMSIG(status_) : WEXITSTATUS(status_);
}

std::string Process::killed() const {
  if (!WIFSIGNALED(status_)) return "";
  const int signal = WTERMSIG(status_);
  return "ended by " + signal_name(signal) + " (" + strsignal(signal) + ")" +
         (signal == SIGKILL ? "; memory may have run out" : "");
}

SignalWatch::SignalWatch() {
  std::signal(SIGCHLD, SIG_DFL);  // the caller may have set it to ignored, which hides exit codes
  const sigset_t set = watched();
  sigprocmask(SIG_BLOCK, &set, &before_);
  signals_ = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  if (signals_ < 0) {
    sigprocmask(SIG_SETMASK, &before_, nullptr);
    throw Failure(std::string("cannot watch for signals: ") + std::strerror(errno));
  }
}

SignalWatch::~SignalWatch() {
  close(signals_);
  sigprocmask(SIG_SETMASK, &before_, nullptr);
}

void SignalWatch::wait(int fd) const {
  constexpr int kMilliseconds = 100;
  pollfd sources[] = {{signals_, POLLIN, 0}, {fd, POLLIN, 0}};
  poll(sources, 2, kMilliseconds);
  signalfd_siginfo signal{};
  while (read(signals_, &signal, sizeof signal) == sizeof signal) {
    if (signal.ssi_signo != SIGCHLD) throw Interrupted{static_cast<int>(signal.ssi_signo)};
  }
}

int run_program(const std::vector<std::string>& words, const std::string& advice) {
  Process program([&]() -> int {
    setpgid(0, 0);  // descendants end with it
    become_program(words, advice);
  });
  program.wait();
  if (!program.killed().empty()) {
    throw Failure(words[0] + " was " + program.killed(), program.code());
  }
  return program.code();
}

void become_program(std::vector<std::string> words, const std::string& advice) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::cout.flush();
  execvp(argv[0], argv.data());
  throw base::InputError("cannot start ", words[0], ": ", std::strerror(errno), advice);
}

}  // namespace starnuma::app
