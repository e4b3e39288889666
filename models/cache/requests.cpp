// SPDX-License-Identifier: Apache-2.0
#include "models/cache/requests.h"

#include <algorithm>

#include "models/kernel/now.h"

namespace starnuma::cache {

using accounting::LatencyKind;
using kernel::Envelope;
using kernel::Outbox;
using protocol::Access;
using protocol::AccessKind;
using protocol::Message;
using protocol::Reaction;
using protocol::RequesterEvent;
using protocol::RequesterState;

namespace {

Message::Purpose purpose_of(AccessKind kind) {
  if (kind == AccessKind::kWalk) return Message::Purpose::kWalk;
  if (kind == AccessKind::kTracker) return Message::Purpose::kTracker;
  return protocol::is_move(kind) ? Message::Purpose::kMigration : Message::Purpose::kDemand;
}

/// Returns the protocol event of an access that misses. `fetches`: stores of whole lines fetch
/// them.
RequesterEvent event_of(const Access& access, bool fetches) {
  if (access.kind == AccessKind::kCurrentLoad) return RequesterEvent::kLoadCurrent;
  if (!protocol::is_write(access.kind)) return RequesterEvent::kLoad;
  return fetches || !writes_whole_line(access) ? RequesterEvent::kStore
                                               : RequesterEvent::kStoreLine;
}

/// Enters the parts of the latency until the request leaves.
void add_time_before(const Access& access, Envelope& envelope) {
  const base::Time elapsed = envelope.time - access.issued;
  envelope.ledger.add(LatencyKind::kWalk, access.walk);
  envelope.ledger.add(LatencyKind::kWalkQueue, access.walk_queue);
  envelope.ledger.add(LatencyKind::kMshrQueue, access.mshr_queue);
  envelope.ledger.add(access.faulted ? LatencyKind::kPageFault : LatencyKind::kMigrationStall,
                      access.migration_stall);
  envelope.ledger.add(LatencyKind::kCache, elapsed - access.walk - access.walk_queue -
                                               access.mshr_queue - access.migration_stall);
}

/// Returns true if the data are poisoned, or if none arrived because the access overwrites them.
bool has_no_data(const MissRegister& pending) {
  return pending.poison || (pending.version == kernel::CopyObserver::kNoVersion &&
                            protocol::writes_whole_line(*pending.access));
}

}  // namespace

void Requests::send(Access& access, int core, SocketEntry* here) {
  const CachingAgentPlace& place = context_.place;
  const bool pool = place.agents.is_pool(access.line.node());
  if (!pool && access.kind == AccessKind::kCurrentLoad) access.kind = AccessKind::kLoad;
  const RequesterEvent event = event_of(access, fetches_line_stores_ || !pool);
  Message origin = Message::of(protocol::coherence::Op::kGetS, access.line, place.socket);
  origin.purpose = purpose_of(access.kind);

  protocol::RequesterLine line;
  if (here != nullptr) {
    line.state = RequesterState::kShared;
    lines_.tags.hold(*here);
  }
  const Reaction reaction = protocol::start(line, event, origin, pool);
  MissRegister& pending = lines_.registers.take(access.line, line);
  pending.access = &access;
  pending.core = core;
  pending.upgrade = here != nullptr;
  if (__builtin_expect(context_.damage() != nullptr, 0)) {
    pending.poison = context_.copy_is_poison(access.line);
  }
  context_.execute([&](Outbox& outbox) {
    Envelope& envelope = outbox.start(evictions_.request_time(access.line, access.time));
    access.transaction = envelope.transaction;
    add_time_before(access, envelope);
    context_.send_home(envelope, reaction.sends[0].message);
  });
  wait_for_home(pending);
  SN_CHECK(context_.execution.may_remain(lines_.registers.in_use()), context_.name,
           ": transaction on line ", access.line, " did not drain at ", access.time.ps(), " ps");
}

void Requests::granted(const Envelope& envelope, const Message& message, Outbox& outbox) {
  MissRegister* const pending = lines_.registers.find(message.line);
  SN_CHECK(pending != nullptr, context_.name, ": ", protocol::name_of(message), " for line ",
           message.line, " without an outstanding request, at ", envelope.time.ps(), " ps");
  const Reaction reaction = protocol::step(pending->line, message);
  context_.check(reaction, message, pending->line.state, envelope.time);
  pending->via_owner = pending->via_owner || message.via_owner;
  if (message.coherence == protocol::coherence::Op::kOwnerDataX) pending->from_owner = true;
  pending->poison |= message.poison;
  if (context_.copies() != nullptr && message.carries_data()) pending->version = message.version;
  const base::Time fabric_latency = context_.fabric_latency;
  if (envelope.time + fabric_latency > pending->done) {
    pending->done = envelope.time + fabric_latency;
    pending->ledger = envelope.ledger;
    pending->ledger.add(LatencyKind::kCache, fabric_latency);
  }
  if (reaction.complete) complete(*pending, outbox);
  // The completed access resumes before any access that may issue now: the core's caches receive
  // the line first.
  if (__builtin_expect(windows_.limited(), 0)) {
    context_.counts.throttled += windows_.follow(message.line, message.dev_load, kernel::now());
  }
  if (!reaction.complete) return;
  for (const protocol::Send& send : reaction) {  // Unblock, if the home waits for it
    Envelope& unblock = outbox.reply_to(envelope);
    unblock.time = pending->done;
    context_.send_home(unblock, send.message);
  }
  if (pending->line.idle()) lines_.waits.release(*pending);
}

/// Completes a current read. The socket keeps no copy.
void Requests::complete_current(MissRegister& pending) {
  Access& access = *pending.access;
  access.time = pending.done;
  access.served_by = pending.poison ? protocol::ServedBy::kPoison : protocol::ServedBy::kMemory;
  book_.book(pending);
  ++context_.counts.current_reads;
  lines_.waits.complete(pending);
}

/// Completes the access at the time of the grant.
[[gnu::always_inline]] inline void Requests::complete(MissRegister& pending, Outbox& outbox) {
  if (__builtin_expect(pending.access->kind == AccessKind::kCurrentLoad, 0)) {
    return complete_current(pending);
  }
  if (__builtin_expect(pending.poison, 0)) return complete_poisoned(pending, outbox);
  SocketEntry& entry = install(pending, outbox);
  hand_over(pending, entry);
  lines_.waits.complete(pending);
}

/// Completes an access whose line is poisoned, on arrival or before. The socket keeps the line. The
/// core gets an error unless it writes the whole line.
void Requests::complete_poisoned(MissRegister& pending, Outbox& outbox) {
  Access& access = *pending.access;
  const base::LineAddress line = pending.address;
  const base::SocketId socket = context_.place.socket;
  ras::Damage& damage = *context_.damage();
  // the socket still has its previous data
  const bool kept = pending.upgrade && lines_.tags.find(line) != nullptr;
  pending.poison = !kept || context_.copy_is_poison(line);
  SocketEntry& entry = install(pending, outbox);
  if (pending.poison && !protocol::writes_whole_line(access)) {
    damage.took_poison(socket, line);
    if (pending.from_owner) entry.state = LineState::kModified;  // memory has older data
    if (access.kind != AccessKind::kFlush) access.served_by = protocol::ServedBy::kPoison;
  } else {
    if (pending.poison) damage.overwritten(socket, line, access.time);
    hand_over(pending, entry);
  }
  lines_.waits.complete(pending);
}

/// Inserts the granted line, after an eviction if the set is full, and books the request.
[[gnu::always_inline]] inline SocketEntry& Requests::install(const MissRegister& pending,
                                                             Outbox& outbox) {
  const base::Time now = pending.done;
  const base::LineAddress line = pending.address;
  // A snoop may have invalidated the copy meanwhile. A line that was absent is still absent.
  SocketEntry* entry = pending.upgrade ? lines_.tags.find(line) : nullptr;
  if (entry == nullptr) entry = &evictions_.insert(line, now, outbox);
  if (!pending.line.idle()) {
    lines_.tags.hold(*entry);
  } else if (pending.upgrade) {
    lines_.tags.unpin(*entry);
  }
  const bool shared = pending.line.state == RequesterState::kShared;
  entry->state = shared ? LineState::kShared : LineState::kExclusive;
  entry->ready_at = std::max(entry->ready_at, now);
  if (kernel::CopyObserver* const copies = context_.copies()) {
    const base::SocketId socket = context_.place.socket;
    has_no_data(pending) ? copies->gained_without_data(line, socket, !shared, now)
                         : copies->gained(line, socket, !shared, pending.version, now);
  }
  pending.access->time = now;
  pending.access->served_by = protocol::ServedBy::kMemory;
  book_.book(pending);
  return *entry;
}

/// Delivers the line to the requesting core. A flush leaves no copy in a core.
[[gnu::always_inline]] inline void Requests::hand_over(const MissRegister& pending,
                                                       SocketEntry& entry) {
  const AccessKind kind = pending.access->kind;
  if (kind != AccessKind::kFlush) lines_.hand_over(*pending.access, entry, pending.core);
  // A flush or page move does not write the line: it is dirty only if the owner's copy was.
  if (pending.from_owner && protocol::is_write(kind)) entry.state = LineState::kModified;
}

}  // namespace starnuma::cache
