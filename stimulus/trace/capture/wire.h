// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// Messages from the plugin inside QEMU to the recorder, over a socket.
//
// Contract:
// - Both ends are built together and run on one computer, so the messages are these structs as they
//   are in memory.
// - A message is a Header followed by `bytes` bytes, an array of the elements of its type.
// - The records of a thread are in program order.
// - kDone is the last message. Without it, the program ended without giving the plugin time to
//   finish.
#pragma once

#include <cstdint>

namespace starnuma::capture {

enum class Message : std::uint32_t {
  kRecords,  ///< Records of one thread.
  kTotals,   ///< Totals of one thread; no records of this thread follow.
  kPages,    ///< Pages.
  kQuality,  ///< One Quality.
  kDone      ///< No contents.
};

struct Header {
  Message type;
  std::uint32_t thread;
  std::uint64_t bytes;
};

/// Kinds and contents are those of starnuma::trace::Record, in its order.
enum class EventKind : std::uint8_t {
  kLoad,
  kStore,
  kAtomic,
  kMispredict,
  kWriteBack,
  kUpgrade,
  kEpoch,
  kLeave,
  kEnter,
  kRegionBegin,
  kRegionEnd
};

struct Record {
  std::uint64_t value;  ///< Address or number.
  std::uint32_t work;
  EventKind kind;
  std::uint8_t bytes;
  std::uint8_t after[2];
};
static_assert(sizeof(Record) == 16);

struct Totals {
  std::uint64_t work;              ///< Number of instructions after the last record.
  std::uint64_t program_accesses;  ///< Number of accesses in the window, including filtered ones.
};

struct Page {
  static constexpr std::uint32_t kUsed = 1;     ///< Accessed in the window.
  static constexpr std::uint32_t kWritten = 2;  ///< Written in the window.
  static constexpr std::uint32_t kKernel = 4;   ///< Accessed by the kernel, for the program.
  static constexpr std::uint32_t kAgain = 8;    ///< Released and touched again, last by `toucher`.
  std::uint64_t number;                         ///< Address / 4096.
  std::uint32_t toucher;                        ///< Thread that touched the page first.
  std::uint32_t flags;
};

struct Quality {
  std::uint64_t window_opened;  ///< 1, or 0 if the region of interest was never reached.
  std::uint64_t epochs_used;    ///< Includes epochs lost by woken threads.
  std::uint64_t epochs_needed;
  std::uint64_t traced;    ///< Number of instructions in the window, of all threads.
  std::uint64_t executed;  ///< Number of instructions of the run, of all threads.
  std::uint64_t threads;   ///< Maximum number of live threads.
  std::uint64_t releases;  ///< Number of times that QEMU required the waiting threads to leave.
  std::uint64_t unknown;   ///< Number of instructions in the window that could not be decoded.
};

}  // namespace starnuma::capture
