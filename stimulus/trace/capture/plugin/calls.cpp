// SPDX-License-Identifier: GPL-2.0-or-later
#include "stimulus/trace/capture/plugin/calls.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <linux/sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace starnuma::capture {
namespace {

std::uint64_t futex_operation(const Call& call) { return call.arguments[1] & FUTEX_CMD_MASK; }

bool futex_waits(const Call& call) {
  switch (futex_operation(call)) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
    case FUTEX_LOCK_PI:
    case FUTEX_WAIT_REQUEUE_PI:
      return true;
    default:
      return false;
  }
}

/// Returns true if a read or write may wait for another thread or process. Files, and devices such
/// as /dev/null, never wait.
bool is_between_programs(std::uint64_t file) {
  struct stat status {};
  if (fstat(static_cast<int>(file), &status) != 0) return false;
  return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) ||
         (status.st_mode & S_IFMT) == 0;  // eventfd, timerfd, epoll
}

}  // namespace

bool Call::blocks() const {
  switch (number) {
    case SYS_futex:
      return futex_waits(*this);
    case SYS_read:
    case SYS_readv:
    case SYS_write:
    case SYS_writev:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_recvmmsg:
    case SYS_sendto:
    case SYS_sendmsg:
    case SYS_sendmmsg:
    case SYS_accept:
    case SYS_accept4:
    case SYS_connect:
      return is_between_programs(arguments[0]);
    case SYS_fcntl:
      return arguments[1] == F_SETLKW || arguments[1] == F_OFD_SETLKW;
    case SYS_poll:
    case SYS_ppoll:
    case SYS_select:
    case SYS_pselect6:
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
    case SYS_pause:
    case SYS_rt_sigsuspend:
    case SYS_rt_sigtimedwait:
    case SYS_wait4:
    case SYS_waitid:
    case SYS_flock:
    case SYS_msgsnd:
    case SYS_msgrcv:
    case SYS_semop:
    case SYS_semtimedop:
    case SYS_mq_timedsend:
    case SYS_mq_timedreceive:
    case SYS_io_getevents:
      return true;
    default:
      return false;
  }
}

bool Call::wakes() const {
  switch (number) {
    case SYS_futex:
      return !futex_waits(*this);
    case SYS_read:  // read of a full pipe
    case SYS_readv:
    case SYS_write:
    case SYS_writev:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_recvmmsg:
    case SYS_sendto:
    case SYS_sendmsg:
    case SYS_sendmmsg:
    case SYS_connect:
      return is_between_programs(arguments[0]);
    case SYS_close:
    case SYS_shutdown:
    case SYS_kill:
    case SYS_tkill:
    case SYS_tgkill:
    case SYS_clone:
    case SYS_exit:
    case SYS_flock:
    case SYS_msgsnd:
    case SYS_msgrcv:
    case SYS_semop:
    case SYS_semtimedop:
    case SYS_mq_timedsend:
    case SYS_mq_timedreceive:
      return true;
    default:
      return false;
  }
}

std::uint64_t Call::wakes_at() const {
  if (number != SYS_futex) return 0;
  const std::uint64_t operation = futex_operation(*this);
  return operation == FUTEX_WAKE || operation == FUTEX_WAKE_BITSET ? arguments[0] : 0;
}

std::uint64_t Call::waits_for() const { return number == SYS_futex ? arguments[0] : 0; }

bool Call::returns_from_handler() const { return number == SYS_rt_sigreturn; }

bool Call::ends_thread() const { return number == SYS_exit; }
bool Call::ends_program() const { return number == SYS_exit_group; }
std::uint64_t Call::cleared_at_end() const {
  return number == SYS_clone && (arguments[0] & CLONE_CHILD_CLEARTID) != 0 ? arguments[3] : 0;
}

Touched touched(const Call& call, std::int64_t result) {
  using How = Touched::How;
  const auto& a = call.arguments;
  const auto bytes = static_cast<std::uint64_t>(result);
  if (result < 0) return {};
  switch (call.number) {
    case SYS_read:
    case SYS_pread64:
    case SYS_recvfrom:
      return {How::kWritten, a[1], bytes};
    case SYS_getrandom:
      return {How::kWritten, a[0], bytes};
    case SYS_munmap:
      return {How::kGivenBack, a[0], a[1]};
    case SYS_mremap:
      return {How::kGivenBack, a[0], a[1]};
    case SYS_mmap:
      return {How::kGivenBack, bytes, a[1]};
    case SYS_madvise:
      if (a[2] == MADV_DONTNEED) return {How::kGivenBack, a[0], a[1]};
      return {};
    default:
      return {};
  }
}

}  // namespace starnuma::capture
