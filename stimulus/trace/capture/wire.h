// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// What the plugin inside QEMU tells the recorder outside, over a socket.
//
// Contract: both ends are built together and run on one computer, so the bytes are these structs as
// they are in memory. A message is a Header and then `bytes` bytes: an array of what its type says.
// Of each thread, records come in program order. kDone is the last message; without it the program
// ended in a way that left the plugin no time to finish.
#pragma once

#include <cstdint>

namespace starnuma::capture {

enum class Message : std::uint32_t {
  kRecords,  ///< Record of one thread.
  kTotals,   ///< Totals of one thread; no records of it follow.
  kPages,    ///< Page.
  kQuality,  ///< One Quality.
  kDone      ///< Nothing.
};

struct Header {
  Message type;
  std::uint32_t thread;
  std::uint64_t bytes;
};

/// The kinds and what they hold are those of starnuma::trace::Record, in its order.
enum class Kind : std::uint8_t {
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
  Kind kind;
  std::uint8_t bytes;
  std::uint8_t after[2];
};
static_assert(sizeof(Record) == 16);

struct Totals {
  std::uint64_t work;              ///< Instructions behind the last record.
  std::uint64_t program_accesses;  ///< Made in the window, with those that the filter kept.
};

struct Page {
  static constexpr std::uint32_t kUsed = 1;     ///< By an access in the window.
  static constexpr std::uint32_t kWritten = 2;  ///< By an access in the window.
  static constexpr std::uint32_t kKernel = 4;   ///< By the kernel, for the program.
  static constexpr std::uint32_t kAgain = 8;  ///< Given back and touched again, last by `toucher`.
  std::uint64_t number;                       ///< Address / 4096.
  std::uint32_t toucher;                      ///< Thread that touched it first.
  std::uint32_t flags;
};

struct Quality {
  std::uint64_t window_opened;  ///< 1, or 0 if the region of interest was never reached.
  std::uint64_t epochs_used;    ///< With those that a woken thread has lost.
  std::uint64_t epochs_needed;
  std::uint64_t traced;    ///< Instructions in the window, over all threads.
  std::uint64_t executed;  ///< The same of the whole run.
  std::uint64_t threads;   ///< Most that lived at once.
  std::uint64_t releases;  ///< How often QEMU needed the waiting threads out of the way.
  std::uint64_t unknown;   ///< Instructions that could not be decoded, in the window.
};

}  // namespace starnuma::capture
