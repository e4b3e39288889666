// SPDX-License-Identifier: Apache-2.0
// A reproducible sequence of steps: host events and deliveries. A delivery is identified by its
// message's contents. Sequences are stored in text files.
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

enum class SequenceStepKind : std::uint8_t { kDelivery, kOwn, kPage };

/// One step. A delivery means the oldest message in flight with these ends, line and op.
struct Record {
  SequenceStepKind kind = SequenceStepKind::kDelivery;
  std::uint8_t host = 0;  ///< Host event.
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
  std::string failure;             ///< Empty if every step was taken without a failure.
  std::vector<std::string> trace;  ///< Steps taken.
  std::vector<Record> taken;
};

/// Takes the steps in order and skips those that are not possible. A transaction that remains
/// outstanding at the end without a possible step is a deadlock. Fills the trace if `describe` is
/// set.
Replay replay(const Sequence& sequence, bool describe);

void write(std::ostream& out, const Sequence& sequence);
/// Reads a file; throws InputError with file, line and column.
Sequence read_sequence(const std::string& file);

}  // namespace starnuma::coherence_bench
