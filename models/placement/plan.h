// SPDX-License-Identifier: Apache-2.0
// What a policy answers: moves of pages and tasks, and what became of the candidates.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.h"

namespace starnuma::placement {

struct Move {
  std::uint64_t page = 0;
  base::NodeId to{};
  bool copy = false;  ///< A read-only copy goes there; the page stays.
};

/// A thread of the program goes on running on another core; one of the program's that runs there
/// takes its place.
struct TaskMove {
  int task = 0;  ///< The thread's number.
  base::CoreId to{};
};

/// What happened to the candidates, in pages where not said otherwise.
struct PlanCounts {
  std::uint64_t candidates = 0;  ///< Above the threshold and not at their destination.
  std::uint64_t to_pool = 0;
  std::uint64_t to_socket = 0;
  std::uint64_t evicted = 0;        ///< Victims moved out of a full destination.
  std::uint64_t ping_pong = 0;      ///< Left where they are, having moved too often.
  std::uint64_t already_there = 0;  ///< Hot, and where they belong.
  std::uint64_t no_room = 0;        ///< Destination full and no victim found.
  std::uint64_t copies = 0;         ///< Planned, of pages that stay.
  std::uint64_t written = 0;        ///< Widely shared pages that cannot have copies.
  std::uint64_t over_limit = 0;     ///< Candidates left when the limit was reached.

  PlanCounts& operator+=(const PlanCounts& other);
};

struct Plan {
  std::vector<Move> moves;  ///< In the order in which they are to be made.
  PlanCounts counts;
  std::vector<std::uint64_t> unmap = {};  ///< Pages whose next touch is to fault, after the moves.
  std::vector<TaskMove> tasks = {};       ///< In order, after these.

  /// Takes on what another asks for, after its own.
  void add(const Plan& other);
};

}  // namespace starnuma::placement
