// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/sequence.h"

#include "testbenches/coherence/choice.h"

namespace starnuma::coherence_bench {

namespace {

std::uint8_t op_of(const protocol::Message& m) {
  return m.protocol == protocol::Message::Class::kCxl ? static_cast<std::uint8_t>(m.cxl)
                                                      : static_cast<std::uint8_t>(m.coherence);
}

/// The oldest message that the record means, or -1.
int find(const Large& system, const Record& record) {
  int oldest = -1;
  for (int i = 0; i < system.flights(); ++i) {
    const Flight& f = system.flight(i);
    if (f.from != record.from || f.to != record.to || f.message.line.value != record.line ||
        op_of(f.message) != record.op) {
      continue;
    }
    if (oldest < 0 || f.sequence < system.flight(oldest).sequence) oldest = i;
  }
  return oldest;
}

/// Something is under way and nothing can move. The system is of no further use.
bool stuck(Large& system) {
  if (system.idle()) return false;
  for (int i = 0; i < system.flights(); ++i) {
    if (system.deliver(i) != Step::kNo) return false;
  }
  return true;
}

}  // namespace

Replay replay(const Sequence& sequence, bool describe_steps) {
  Replay result;
  Coverage coverage;
  Large system(sequence.config, {&coverage, sequence.mutant});
  for (const Record& record : sequence.steps) {
    Choice choice{record.own, record.host, record.line, record.event, 0, record.victim};
    if (!record.own) choice.flight = find(system, record);
    if (choice.flight < 0) continue;
    std::string what;
    if (describe_steps) what = describe(system, choice);
    const Step step = take(system, choice);
    if (step == Step::kNo) continue;
    result.taken.push_back(record);
    if (describe_steps) result.trace.push_back(what);
    if (step == Step::kBroken) {
      result.failure = system.failure();
      return result;
    }
  }
  if (stuck(system)) result.failure = "deadlock: nothing in flight can be taken";
  return result;
}

}  // namespace starnuma::coherence_bench
