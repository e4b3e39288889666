// SPDX-License-Identifier: Apache-2.0
// Instruction stream of one thread, delivered event by event: the interface of traces and external
// stimulus. source_program.h plays it on a core.
//
// Contract:
// - Ordering: next() returns the events of one thread in program order. It is not called after
//   kEnd.
// - next() is called when the core reaches the event, so a source may depend on the team's
//   progress.
// - Accesses have byte addresses of the simulated program and no data.
// - The source states everything that depends on data: branches, dependences and wake-up order.
#pragma once

#include <array>
#include <cstdint>

#include "models/base/ids.h"

namespace starnuma::core {

enum class SourceEventKind : std::uint8_t {
  kLoad,
  kStore,
  kAtomic,            ///< Locked read-modify-write within one line.
  kMispredict,        ///< Mispredicted branch. Correctly predicted branches are work.
  kBarrier,           ///< Waits for all threads of the team.
  kPost,              ///< Makes post number `order` after all earlier events are complete.
  kAwait,             ///< Waits until all posts with numbers below `order` are made.
  kBeginMeasurement,  ///< Opens the measured window, which lasts until all threads have ended.
  kEnd
};

struct Event {
  SourceEventKind kind = SourceEventKind::kEnd;
  std::uint8_t bytes = 8;  ///< Size of an access. Loads and stores may cross lines.
  /// Loads that an access or branch depends on, as distances: 1 is the thread's previous load, 0
  /// means no dependence.
  std::array<std::uint8_t, 2> after{};
  int work = 0;  ///< Number of non-memory instructions before the event.
  base::VirtualAddress address;
  /// Post number: unique and consecutive from 0 over the whole team. It preserves the order of
  /// blocking calls across threads: the waker posts, the woken thread awaits.
  std::uint64_t order = 0;
};

class AccessSource {
 public:
  virtual ~AccessSource() = default;
  virtual Event next() = 0;
};

}  // namespace starnuma::core
