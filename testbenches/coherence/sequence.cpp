// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/sequence.h"

#include "testbenches/coherence/choice.h"

namespace starnuma::coherence_bench {

namespace {

std::uint8_t op_of(const protocol::Message& m) {
  return m.protocol == protocol::Message::Class::kCxl ? static_cast<std::uint8_t>(m.cxl)
                                                      : static_cast<std::uint8_t>(m.coherence);
}

/// Returns the index of the oldest message that matches the record, or -1.
int find(const Large& system, const Record& record) {
  int oldest = -1;
  for (int i = 0; i < system.channels().size(); ++i) {
    const Flight& f = system.channels()[i];
    if (f.from != record.from || f.to != record.to || f.message.line.value != record.line ||
        op_of(f.message) != record.op) {
      continue;
    }
    if (oldest < 0 || f.sequence < system.channels()[oldest].sequence) oldest = i;
  }
  return oldest;
}

/// Returns true on deadlock: a transaction is outstanding and no step is possible. Invalidates the
/// system.
bool stuck(PagedSystem& system) {
  if (system.lines().idle()) return false;
  for (int i = 0; i < system.lines().channels().size(); ++i) {
    if (system.deliver(i) != Step::kNo) return false;
  }
  return true;
}

/// Takes the recorded step; returns kNo if the current state does not permit it.
Step take(PagedSystem& system, const Record& record, std::string* what) {
  if (record.kind == SequenceStepKind::kPage) {
    if (what != nullptr) *what = describe(record.page);
    return system.take(record.page);
  }
  Choice choice{record.kind == SequenceStepKind::kOwn,
                record.host,
                record.line,
                record.event,
                0,
                record.victim};
  if (!choice.own) choice.flight = find(system.lines(), record);
  if (choice.flight < 0) return Step::kNo;
  if (what != nullptr) *what = describe(system.lines(), choice);
  return choice.own ? system.start(choice.host, choice.line, choice.event)
                    : system.deliver(choice.flight, choice.victim);
}

}  // namespace

Replay replay(const Sequence& sequence, bool describe_steps) {
  Replay result;
  Coverage coverage;
  const Planted planted(sequence.mutant);
  PagedSystem system(sequence.config, planted.subject(coverage), sequence.move_mutant);
  for (const Record& record : sequence.steps) {
    std::string what;
    const Step step = take(system, record, describe_steps ? &what : nullptr);
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
