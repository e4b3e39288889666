// SPDX-License-Identifier: GPL-2.0-or-later
// Keeps the traced threads in lockstep, as a machine with one core per thread would. Execution is
// divided into epochs of `quantum` instructions; no thread starts an epoch before all have
// completed the previous one.
//
// Contract:
// - A thread is excluded only while it blocks in a system call. The next epoch opens when every
//   thread has used its quantum or is asleep in the kernel, as the kernel reports.
// - A thread that has been woken is not asleep, even if the host delays it. Host load therefore
//   increases the run time, but does not affect the trace.
// - A woken thread receives the clock of the thread that woke it.
// - `path` is the clock without the lockstep: the longest chain of instructions and wakes that ends
//   at this point. Its length in epochs is the number of required epochs.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace starnuma::capture {

struct Clock {
  std::uint64_t time = 0;
  std::uint64_t path = 0;
};

/// Call that may have woken other threads.
struct Wake {
  Clock clock;
  bool in_window = false;
  std::uint64_t leaves = 0;  ///< Number of leaves of the trace up to this call.
};

/// Thread in the lockstep. Only the thread itself changes clock, limit and in_window.
struct Member {
  enum class State { kRunning, kWaiting, kLeft, kGone };
  Clock clock;
  std::uint64_t limit = 0;    ///< Clock.time at which the epoch ends for this thread.
  bool in_window = false;     ///< The path counts from the opening of the window.
  std::atomic<pid_t> tid{0};  ///< 0 before the thread runs.
  std::atomic<bool> returning{false};
  std::atomic<bool> sending{false};  ///< The thread may sleep because the recorder is slow.
  State state = State::kGone;
  /// The kernel has reported the thread as asleep, and no thread can have woken it since.
  bool asleep = false;
  std::uint64_t waits_for = 0;  ///< Futex address, or 0.
  /// Processor time at the last check, if the thread was asleep.
  std::uint64_t slept_at = UINT64_MAX;
  /// Number of epochs of the window that opened between a wake and the thread's return.
  std::uint64_t lost = 0;
};

class Lockstep {
 public:
  explicit Lockstep(std::uint64_t quantum) : quantum_(quantum) {}

  /// Adds a member, which starts with the clock of `parent` (null: none).
  void start(Member& member, const Member* parent);
  void end(Member& member);
  /// Accounts for `instructions` that are about to be executed; returns when the member may execute
  /// them.
  void advance(Member& member, std::uint64_t instructions) {
    member.clock.time += instructions;
    member.clock.path += instructions;
    if (__builtin_expect(member.clock.time >= member.limit, 0)) wait(member);
  }
  void leave(Member& member, std::uint64_t waits_for);
  /// Re-enters after a call; `wake` (null: unknown) is the event that ended it.
  void enter(Member& member, const Wake* wake);
  /// Called before a call that may wake the waiters of the futex at `address`, or any waiter if it
  /// is 0.
  void wakes(std::uint64_t address);

  /// Opens the window at the clock of `member`; the others join when they continue.
  void open_window(const Member& member);
  static void join_window(Member& member) {
    if (!member.in_window) member.clock.path = 0;
    member.in_window = true;
  }
  /// Records that `member` has left the window or has ended.
  void report(const Member& member);
  /// Disables the lockstep.
  void finish();

  std::uint64_t epoch() const { return epoch_.load(std::memory_order_relaxed); }
  /// Number of epochs of the window, including the maximum number lost by woken threads.
  std::uint64_t epochs_used() const { return rounded_up(last_ - opened_) + lost_; }
  std::uint64_t epochs_needed() const { return rounded_up(longest_); }
  std::uint64_t releases() const { return releases_; }

 private:
  std::uint64_t rounded_up(std::uint64_t clock) const { return (clock + quantum_ - 1) / quantum_; }
  void wait(Member& member);
  void let_go(Member& member);
  void stop_running();
  bool open();
  bool stuck();
  void release();

  const std::uint64_t quantum_;
  std::mutex mutex_;
  std::vector<Member*> members_;
  std::atomic<std::uint64_t> epoch_{0};
  std::uint32_t gate_ = 0;   ///< Futex of threads that wait for the next epoch.
  std::uint32_t watch_ = 0;  ///< Futex of the watcher.
  /// The waiting thread that checks for sleeping threads; null if none waits.
  const Member* watcher_ = nullptr;
  std::size_t running_ = 0;
  std::size_t waiting_ = 0;
  bool over_ = false;
  std::uint64_t releases_ = 0;
  std::uint64_t opened_ = 0;
  std::uint64_t last_ = 0;
  std::uint64_t longest_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace starnuma::capture
