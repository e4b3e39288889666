// SPDX-License-Identifier: GPL-2.0-or-later
// Traced run: its threads, the recorded window, and the handling of QEMU's callbacks.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "stimulus/trace/capture/plugin/calls.h"
#include "stimulus/trace/capture/plugin/channel.h"
#include "stimulus/trace/capture/plugin/lockstep.h"
#include "stimulus/trace/capture/plugin/order.h"
#include "stimulus/trace/capture/plugin/pages.h"
#include "stimulus/trace/capture/plugin/thread.h"

namespace starnuma::capture {

struct Options {
  static constexpr std::uint64_t kNone = UINT64_MAX;
  int socket = -1;
  std::uint64_t quantum = 5000;  ///< Instructions per epoch.
  bool marked = false;           ///< The program marks its region of interest.
  /// The window is a call of the function at this offset in the program's code.
  std::uint64_t function = kNone;
  std::uint64_t threads = 0;  ///< Otherwise, the window starts when this number of threads live.
  /// The window ends when a thread has executed this number of instructions; 0 for no limit.
  std::uint64_t instructions = 0;
  std::uint64_t filter_bytes = 0;
};

class Run {
 public:
  explicit Run(const Options& options);

  void on_thread(unsigned cpu);
  void on_block(unsigned cpu, const Block& block);
  void on_access(unsigned cpu, std::uint64_t address, std::uint8_t bytes, bool store,
                 std::uint16_t instruction) {
    thread(cpu).trace.at_access(address, bytes, store, instruction);
  }
  void on_marker(unsigned cpu, bool begin);
  void on_call(unsigned cpu, const Call& call);
  void on_return(unsigned cpu, std::int64_t result);
  /// Called when no further block will be executed.
  void on_exit();

 private:
  enum class Window { kAhead, kOpen, kOver };

  /// Thread number in the trace; threads with disjoint lifetimes share one.
  struct Slot {
    Slot(std::uint32_t number, Run& run)
        : trace(number, run.options_.filter_bytes, run.channel_, run.pages_) {}
    /// Protects the effects of system calls: QEMU stops executing threads when the program ends,
    /// but not calling ones.
    std::mutex mutex;
    Thread trace;
    Call call;                ///< Last call.
    std::uint64_t calls = 0;  ///< Number of calls of all threads at its start.
    bool blocked = false;     ///< The thread is blocked in the call.
    bool lives = false;
    std::uint64_t cleared = 0;  ///< Futex whose waiters the end of the thread wakes.
    bool starts = false;        ///< The thread has not run yet.
    std::uint64_t leaves = 0;   ///< Number of leaves at its creation.
    /// Number of the recorded call from which it returns; 0 if there is none.
    std::uint64_t returns_at = 0;
  };

  Slot& thread(unsigned cpu) { return *by_cpu_[cpu].load(std::memory_order_relaxed); }
  Slot& free_slot();
  std::vector<Slot*> all_slots();
  void open(const Member& member);
  /// Starts or ends recording according to the window.
  void follow_window(Slot& slot);
  void close();
  /// Starts or ends the window at the selected function.
  void follow_function(Slot& slot, const Block& block);
  void end_thread(Slot& slot);
  void note_wake(Slot& slot, std::uint64_t address);

  static constexpr std::size_t kMostCpus = 1U << 16;

  const Options options_;
  Channel channel_;
  Pages pages_;
  Lockstep lockstep_;
  Order order_;
  std::atomic<Window> window_{Window::kAhead};
  std::uint64_t first_epoch_ = 0;
  std::mutex mutex_;  ///< Protects the list of slots, but not their contents.
  std::vector<std::unique_ptr<Slot>> slots_;
  std::uint64_t living_ = 0;
  std::uint64_t most_living_ = 0;
  std::vector<std::atomic<Slot*>> by_cpu_{kMostCpus};
};

}  // namespace starnuma::capture
