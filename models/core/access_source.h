// SPDX-License-Identifier: Apache-2.0
// What a thread does, asked event by event: an instruction stream without a program behind it, as
// traces and initiators of anybody's have it. source_program.h plays it on a core.
//
// Contract: next() gives the events of one thread in program order; after kEnd it is not asked
// again. It is asked when the core has come to the event, so a source may look at the team's
// progress, but it sees no data: accesses have addresses, in bytes of the simulated program, and no
// values. What follows from values (branches, dependences, who comes first) the source states.
#pragma once

#include <array>
#include <cstdint>

#include "models/base/ids.h"

namespace starnuma::core {

struct Event {
  enum class Kind : std::uint8_t {
    kLoad,
    kStore,
    kAtomic,            ///< A locked read-modify-write; all of it in one line.
    kMispredict,        ///< A branch that is mispredicted; those predicted right are work.
    kBarrier,           ///< Waits for all threads of the team.
    kPost,              ///< Makes post number `order`, when all before it is done.
    kAwait,             ///< Goes on when all posts below `order` have been made.
    kBeginMeasurement,  ///< Opens the measured window, which lasts until all threads have ended.
    kEnd
  };

  Kind kind = Kind::kEnd;
  std::uint8_t bytes = 8;  ///< Of an access; loads and stores may cross lines.
  /// Loads that an access or branch waits for, by their distance: 1 is the thread's last load
  /// before it; 0 is none.
  std::array<std::uint8_t, 2> after{};
  int work = 0;  ///< Instructions before it that touch no memory.
  base::VirtualAddress address;
  /// Posts are numbered from 0 on over the whole team, each number once. So blocking calls of
  /// several threads keep their order: who wakes posts, who is woken awaits.
  std::uint64_t order = 0;
};

class AccessSource {
 public:
  virtual ~AccessSource() = default;
  virtual Event next() = 0;
};

}  // namespace starnuma::core
