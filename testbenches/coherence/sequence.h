// SPDX-License-Identifier: Apache-2.0
// A sequence of steps that can be taken again: own events, and deliveries named by what is
// delivered. Written to and read from a text file.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "models/protocol/message.h"
#include "models/protocol/requester_table.h"
#include "testbenches/coherence/mutants.h"
#include "testbenches/coherence/paged_system.h"

namespace starnuma::coherence_bench {

/// Of a delivery: the oldest message in flight with these ends, line and op.
struct Record {
  enum class Kind : std::uint8_t { kDelivery, kOwn, kPage };
  Kind kind = Kind::kDelivery;
  std::uint8_t host = 0;  ///< Own event.
  std::uint8_t line = 0;
  protocol::RequesterEvent event{};
  std::uint8_t op = 0;  ///< Delivery.
  std::uint8_t victim = 0;
  base::SocketId from{};
  base::SocketId to{};
  PageStep page;
};

struct Sequence {
  SystemConfig config;
  const Mutant* mutant = nullptr;
  MoveMutant move_mutant = MoveMutant::kNone;
  std::vector<Record> steps;
};

struct Replay {
  std::string failure;             ///< Empty: every step was taken and nothing broke.
  std::vector<std::string> trace;  ///< The steps taken.
  std::vector<Record> taken;
};

/// Takes the steps in order and leaves out those that are not possible. When all are taken and
/// something is under way that nothing can move, that is a deadlock. With `describe` the trace is
/// filled.
Replay replay(const Sequence& sequence, bool describe);

void write(std::ostream& out, const Sequence& sequence);
/// Throws InputError with file, line and column.
Sequence read_sequence(const std::string& file);

}  // namespace starnuma::coherence_bench
