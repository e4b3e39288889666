// SPDX-License-Identifier: GPL-2.0-or-later
// The traced run: its threads, the window that is recorded, and what happens at each of QEMU's
// calls.
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
  std::uint64_t quantum = 5000;    ///< Instructions of an epoch.
  bool marked = false;             ///< The program marks its region of interest.
  std::uint64_t function = kNone;  ///< It is a call of what lies so far into the program's code.
  std::uint64_t threads = 0;       ///< Else: it begins when so many live.
  std::uint64_t instructions = 0;  ///< It ends when a thread has executed so many; 0: no limit.
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
  /// No block is executed any longer.
  void on_exit();

 private:
  enum class Window { kAhead, kOpen, kOver };

  /// A number in the trace; threads of the program that do not live at the same time share one.
  struct Slot {
    Slot(std::uint32_t number, Run& run)
        : trace(number, run.options_.filter_bytes, run.channel_, run.pages_) {}
    /// Of what system calls do: QEMU stops who executes when the program ends, but not who calls.
    std::mutex mutex;
    Thread trace;
    Call call;                ///< The last.
    std::uint64_t calls = 0;  ///< Of all threads, when it began.
    bool blocked = false;     ///< In it.
    bool lives = false;
    std::uint64_t cleared = 0;     ///< Futex that wakes who waits for the thread's end.
    bool starts = false;           ///< Has not run yet...
    std::uint64_t leaves = 0;      ///< ...and came into being after so many.
    std::uint64_t returns_at = 0;  ///< From the call that is recorded; 0: it is not in it.
  };

  Slot& thread(unsigned cpu) { return *by_cpu_[cpu].load(std::memory_order_relaxed); }
  Slot& free_slot();
  std::vector<Slot*> all_slots();
  void open(const Member& member);
  /// Begins or ends recording as the window says.
  void follow_window(Slot& slot);
  void close();
  /// Begins or ends the window at the function that it is a call of.
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
  std::mutex mutex_;  ///< Of the slots, but not of what is in one.
  std::vector<std::unique_ptr<Slot>> slots_;
  std::uint64_t living_ = 0;
  std::uint64_t most_living_ = 0;
  std::vector<std::atomic<Slot*>> by_cpu_{kMostCpus};
};

}  // namespace starnuma::capture
