// SPDX-License-Identifier: Apache-2.0
#include "testbenches/tlb_annex/annex_replay.h"

#include "testbenches/rtl_support/time_axis.h"
#include "testbenches/tlb_annex/annex_sequences.h"
#include "testbenches/tlb_annex/annex_sets.h"

namespace starnuma::testbenches {

using protocol::AnnexEventKind;

namespace {

bool is_increment(const protocol::AnnexEvent& event) {
  return event.kind == AnnexEventKind::kIncrement || event.kind == AnnexEventKind::kOrphanIncrement;
}

void offer(AnnexInputs& in, const protocol::AnnexEvent& event) {
  switch (event.kind) {
    case AnnexEventKind::kIncrement:
    case AnnexEventKind::kOrphanIncrement:
      in.inc_valid = true;
      in.inc_orphan = event.kind == AnnexEventKind::kOrphanIncrement;
      in.inc_slot = event.slot;
      in.inc_page = event.page;
      break;
    case AnnexEventKind::kMarkAll:
      in.mark_all = true;
      break;
    case AnnexEventKind::kAccess:
    case AnnexEventKind::kEvict:
    case AnnexEventKind::kInvalidate:
      in.event_valid = true;
      in.event_kind = event.kind == AnnexEventKind::kAccess  ? SlotEvent::kAccess
                      : event.kind == AnnexEventKind::kEvict ? SlotEvent::kEvict
                                                             : SlotEvent::kInvalidate;
      in.event_slot = event.slot;
      in.event_page = event.page;
      break;
  }
}

}  // namespace

const AnnexSet& smallest_annex(int entries, int count_width, std::string_view file) {
  const AnnexSet* best = nullptr;
  for (const AnnexSet& set : annex_sets()) {
    if (set.in_ram || set.count_width != count_width || set.entries < entries) continue;
    if (best == nullptr || set.entries < best->entries) best = &set;
  }
  if (best != nullptr) return *best;
  throw base::InputError(file, ": no annex is built for ", entries, " entries and counters of ",
                         count_width, " bits; sets: testbenches/tlb_annex/CMakeLists.txt");
}

void replay_drained(AnnexLockstep& bench, const AnnexEvents& events) {
  wait_until_cleared(bench);
  for (const protocol::AnnexEvent& event : events) {
    const auto time = static_cast<std::uint64_t>(event.time.ps());
    if (time > bench.block().time()) bench.block().set_time(time);
    AnnexInputs in;
    offer(in, event);
    for (AnnexAccepted accepted{false, false};;) {
      accepted = bench.step(in);
      if (accepted.inc || accepted.event || in.mark_all) break;
    }
    drain(bench);
  }
}

int replay_overlapped(AnnexLockstep& bench, const AnnexEvents& events, const Overlap& overlap) {
  base::Random random(overlap.seed);
  std::vector<base::Time> times;
  for (const protocol::AnnexEvent& event : events) times.push_back(event.time);
  const TimeAxis axis(times, overlap.longest_gap);
  Jittered<protocol::AnnexEvent> increments;
  Jittered<protocol::AnnexEvent> slot_events;
  Jittered<protocol::AnnexEvent> mark_alls;
  for (const protocol::AnnexEvent& event : events) {
    const auto late = static_cast<std::int64_t>(random.below(overlap.latest + 1));
    auto& port = is_increment(event)                      ? increments
                 : event.kind == AnnexEventKind::kMarkAll ? mark_alls
                                                          : slot_events;
    port.push(axis.cycle_of(event.time) + late, event);
  }
  int met = 0;
  wait_until_cleared(bench);
  for (std::int64_t cycle = 0; !increments.empty() || !slot_events.empty() || !mark_alls.empty();
       ++cycle) {
    AnnexInputs in;
    for (const auto* port : {&increments, &slot_events, &mark_alls}) {
      if (port->due(cycle)) offer(in, port->front());
    }
    in.take = random.below(100) >= overlap.stall_percent;
    const AnnexAccepted accepted = bench.step(in);
    if (accepted.inc) increments.pop();
    if (accepted.event) slot_events.pop();
    if (in.mark_all) mark_alls.pop();
    met += accepted.inc + accepted.event + in.mark_all > 1;
  }
  drain(bench);
  return met;
}

}  // namespace starnuma::testbenches
