// SPDX-License-Identifier: GPL-2.0-or-later
// Keeps the traced threads together, as a machine with a core for each would: in epochs of
// `quantum` instructions, none begins the next before all have ended the last.
//
// Contract: a thread is left out while it blocks in a system call, and only then: the next epoch
// opens when every thread has used up its quantum or is asleep in the kernel, as the kernel says. A
// thread that has been woken is not asleep, however long the host lets it wait for a processor, so
// host load costs time and changes nothing else. A thread that is woken has the clock of who woke
// it. `path` is the clock without the lock-step: the longest chain of instructions and wakes that
// ends here; the epochs that it makes up are those needed.
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

/// A call that may have woken others.
struct Wake {
  Clock clock;
  bool in_window = false;
  std::uint64_t leaves = 0;  ///< Of the trace, up to it.
};

/// A thread in the lock-step. Its own thread alone changes clock, limit and in_window.
struct Member {
  enum class State { kRunning, kWaiting, kLeft, kGone };
  Clock clock;
  std::uint64_t limit = 0;    ///< Clock.time at which the epoch ends for it.
  bool in_window = false;     ///< Its path counts from where the window opened.
  std::atomic<pid_t> tid{0};  ///< 0 before it runs.
  std::atomic<bool> returning{false};
  std::atomic<bool> sending{false};  ///< May sleep because the recorder is slow.
  State state = State::kGone;
  bool asleep = false;          ///< The kernel has said so, and nobody can have woken it since.
  std::uint64_t waits_for = 0;  ///< Address of the futex, or 0.
  std::uint64_t slept_at = UINT64_MAX;  ///< Its processor time if it was asleep at the last look.
  std::uint64_t lost = 0;  ///< Epochs of the window that opened between a wake and its return.
};

class Lockstep {
 public:
  explicit Lockstep(std::uint64_t quantum) : quantum_(quantum) {}

  /// `member` lives from here on, from where `parent` (null: none) stands.
  void start(Member& member, const Member* parent);
  void end(Member& member);
  /// `instructions` are about to be executed; returns when the member may.
  void advance(Member& member, std::uint64_t instructions) {
    member.clock.time += instructions;
    member.clock.path += instructions;
    if (__builtin_expect(member.clock.time >= member.limit, 0)) wait(member);
  }
  void leave(Member& member, std::uint64_t waits_for);
  /// Back from a call; `wake` (null: not known) is what ended it.
  void enter(Member& member, const Wake* wake);
  /// Before a call that may wake those who wait for the futex at `address`, or anybody if it is 0.
  void wakes(std::uint64_t address);

  /// The window opens where `member` stands; the others join it as they go on.
  void open_window(const Member& member);
  static void join_window(Member& member) {
    if (!member.in_window) member.clock.path = 0;
    member.in_window = true;
  }
  /// `member` has left the window, or lives no longer in it.
  void report(const Member& member);
  /// No lock-step from here on.
  void finish();

  std::uint64_t epoch() const { return epoch_.load(std::memory_order_relaxed); }
  /// Those of the window, and those that a woken thread has lost most of.
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
  std::uint32_t gate_ = 0;           ///< Futex of those who wait for the next epoch.
  std::uint32_t watch_ = 0;          ///< Futex of the one who looks after them.
  const Member* watcher_ = nullptr;  ///< One of those who wait, if any do.
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
