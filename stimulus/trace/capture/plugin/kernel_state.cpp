// SPDX-License-Identifier: GPL-2.0-or-later
#include "stimulus/trace/capture/plugin/kernel_state.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstring>
#include <ctime>

namespace starnuma::capture {

KernelState kernel_state(pid_t tid) {
  char text[512];
  std::snprintf(text, sizeof text, "/proc/self/task/%d/stat", tid);
  const int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  if (size <= 0) return {};
  text[size] = 0;
  const char* const name_end = std::strrchr(text, ')');
  char state = 0;
  unsigned long user = 0, system = 0;
  if (name_end == nullptr ||
      std::sscanf(name_end + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &state,
                  &user, &system) != 3) {
    return {};
  }
  return {state != 'R' && state != 'D', user + system};
}

void futex_wait(std::uint32_t& word, std::uint32_t value, std::int64_t microseconds) {
  constexpr std::int64_t kMillion = 1'000'000;
  timespec time{};
  time.tv_sec = microseconds / kMillion;
  time.tv_nsec = microseconds % kMillion * 1000;
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, microseconds < 0 ? nullptr : &time, nullptr,
          0);
}

void futex_wake_all(std::uint32_t& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace starnuma::capture
