// SPDX-License-Identifier: Apache-2.0
// Result of a policy: moves of pages and tasks, and statistics of the candidates.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.h"

namespace starnuma::placement {

struct Move {
  std::uint64_t page = 0;
  base::NodeId to{};
  bool copy = false;  ///< The move creates a read-only copy; the page stays.
};

/// Move of a thread to another core. A thread of the program that runs there moves to the thread's
/// previous core.
struct TaskMove {
  int task = 0;  ///< Thread number.
  base::CoreId to{};
};

/// Statistics of the candidates, in pages unless noted otherwise.
struct PlanCounts {
  std::uint64_t candidates = 0;  ///< Pages above the threshold that are not at their destination.
  std::uint64_t to_pool = 0;
  std::uint64_t to_socket = 0;
  std::uint64_t evicted = 0;        ///< Victims moved out of a full destination.
  std::uint64_t ping_pong = 0;      ///< Pages that stay because they have moved too often.
  std::uint64_t already_there = 0;  ///< Hot pages at their destination.
  std::uint64_t no_room = 0;        ///< Pages whose destination is full without a victim.
  std::uint64_t copies = 0;         ///< Planned copies of pages.
  /// Widely shared pages that cannot have copies because they are written.
  std::uint64_t written = 0;
  std::uint64_t over_limit = 0;  ///< Candidates that remained when the limit was reached.

  PlanCounts& operator+=(const PlanCounts& other);
};

struct Plan {
  std::vector<Move> moves;  ///< Moves in order of execution.
  PlanCounts counts;
  /// Pages that are unmapped after the moves, so that their next access faults.
  std::vector<std::uint64_t> unmap = {};
  std::vector<TaskMove> tasks = {};  ///< Task moves in order, after the page moves.

  /// Appends the requests of another plan.
  void add(const Plan& other);
};

}  // namespace starnuma::placement
