// SPDX-License-Identifier: Apache-2.0
// Messages of a caching agent, handled by models/protocol/requester_function.h.
#include <algorithm>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/cache/caching_agent.h"
#include "models/protocol/names.h"
#include "models/ras/damage.h"

namespace starnuma::cache {

using accounting::LatencyKind;
using kernel::Envelope;
using kernel::Outbox;
using protocol::AccessKind;
using protocol::Message;
using protocol::Reaction;
using protocol::RequesterState;
using protocol::Role;
using Coherence = protocol::coherence::Op;
using Demand = PrivateSnoop::Demand;

namespace {

/// Stops the run if the protocol table has no row for the message. The state is unchanged.
void check(const char* agent, const Reaction& reaction, const Message& message,
           RequesterState state, const Envelope& envelope) {
  SN_CHECK(reaction.outcome == protocol::Outcome::kDone, agent, ": no row for ",
           protocol::name_of(message), " in state ", protocol::name_of(state), ", line ",
           message.line, " at ", envelope.time.ps(), " ps");
}

/// Returns true if the data are poisoned, or if none arrived because the access overwrites them.
bool has_no_data(const MissRegister& pending) {
  return pending.poison || (pending.version == kernel::CopyObserver::kNoVersion &&
                            protocol::writes_whole_line(*pending.access));
}

}  // namespace

void CachingAgent::handle(Envelope& envelope, Outbox& outbox) {
  const Message message = envelope.open<Message>();
  switch (protocol::role_of(message)) {
    case Role::kSnoop:
      ++counts_.snoops;
      counts_.back_invalidations += message.protocol == Message::Class::kCxl;
      if (protocol::block_lines_of(message) != 0) return snooped_block(envelope, message, outbox);
      [[fallthrough]];
    case Role::kConflict:
      return snooped(envelope, message, outbox);
    case Role::kGaveBack:
      return answers_current_read(message) ? granted(envelope, message, outbox)
                                           : given_up(envelope, message, outbox);
    case Role::kUncachedAnswer:
      return answer_uncached(envelope, message);
    default:
      return granted(envelope, message, outbox);
  }
}

/// Inserts the granted line, after an eviction if the set is full.
[[gnu::always_inline]] inline SocketEntry& CachingAgent::install(const MissRegister& pending,
                                                                 Outbox& outbox) {
  const base::Time now = pending.done;
  const base::LineAddress line = pending.address;
  // A snoop may have invalidated the copy meanwhile. A line that was absent is still absent.
  SocketEntry* entry = pending.upgrade ? tags_.find(line) : nullptr;
  if (entry == nullptr) {
    if (SocketEntry* victim = tags_.entry_victim(line)) evict(*victim, now, outbox);
    entry = &tags_.insert(line);
    insert_in_llc(*entry, now, outbox);
  }
  if (!pending.line.idle()) {
    tags_.hold(*entry);
  } else if (pending.upgrade) {
    tags_.unpin(*entry);
  }
  const bool shared = pending.line.state == RequesterState::kShared;
  entry->state = shared ? LineState::kShared : LineState::kExclusive;
  entry->ready_at = std::max(entry->ready_at, now);
  if (copies() != nullptr) {
    has_no_data(pending) ? copies()->gained_without_data(line, place_.socket, !shared, now)
                         : copies()->gained(line, place_.socket, !shared, pending.version, now);
  }
  return *entry;
}

/// Delivers the line to the requesting core.
[[gnu::always_inline]] inline void CachingAgent::hand_over(const MissRegister& pending,
                                                           SocketEntry& entry) {
  protocol::Access& access = *pending.access;
  const bool write = protocol::is_write(access.kind);
  if (access.kind != AccessKind::kFlush) {
    if (write && entry.cores != 0) snoop_cores(entry, Demand::kInvalidate, pending.core);
    core_sets_.insert(entry.cores, pending.core);
    access.writable = entry.state != LineState::kShared;
    access.place = entry.way;
    entry.core_may_write = access.writable;
    if (!write) return;
    if (access.kind != AccessKind::kMoveRead) return mark_written(entry, access.time);
  }
  // A flush or page move does not write the line: it is dirty only if the owner's copy was.
  if (pending.from_owner) entry.state = LineState::kModified;
}

/// Returns true for the Cmp of a current read.
bool CachingAgent::answers_current_read(const Message& message) const {
  const MissRegister* const pending = registers_.find(message.line);
  return pending != nullptr && pending->line.state == RequesterState::kReadingCurrent;
}

/// Completes a current read. The socket keeps no copy.
void CachingAgent::complete_current(MissRegister& pending) {
  protocol::Access& access = *pending.access;
  access.time = pending.done;
  access.served_by = pending.poison ? protocol::ServedBy::kPoison : protocol::ServedBy::kMemory;
  book(pending);
  ++counts_.current_reads;
  pending.access = nullptr;
  execution_.resume(pending.fiber);
}

/// Completes the access at the time of the grant.
[[gnu::always_inline]] inline void CachingAgent::complete(MissRegister& pending, Outbox& outbox) {
  if (__builtin_expect(pending.access->kind == AccessKind::kCurrentLoad, 0)) {
    return complete_current(pending);
  }
  if (__builtin_expect(pending.poison, 0)) return complete_poisoned(pending, outbox);
  SocketEntry& entry = install(pending, outbox);
  pending.access->time = pending.done;
  pending.access->served_by = protocol::ServedBy::kMemory;
  book(pending);
  hand_over(pending, entry);
  pending.access = nullptr;
  execution_.resume(pending.fiber);
}

/// Completes an access whose line is poisoned, on arrival or before. The socket keeps the line. The
/// core gets an error unless it writes the whole line.
void CachingAgent::complete_poisoned(MissRegister& pending, Outbox& outbox) {
  protocol::Access& access = *pending.access;
  const base::LineAddress line = pending.address;
  // the socket still has its previous data
  const bool kept = pending.upgrade && tags_.find(line) != nullptr;
  pending.poison = !kept || copy_is_poison(line);
  SocketEntry& entry = install(pending, outbox);
  access.time = pending.done;
  access.served_by = protocol::ServedBy::kMemory;
  book(pending);
  if (pending.poison && !protocol::writes_whole_line(access)) {
    damage()->took_poison(place_.socket, line);
    if (pending.from_owner) entry.state = LineState::kModified;  // memory has older data
    if (access.kind != AccessKind::kFlush) access.served_by = protocol::ServedBy::kPoison;
  } else {
    if (pending.poison) damage()->overwritten(place_.socket, line, access.time);
    hand_over(pending, entry);
  }
  pending.access = nullptr;
  execution_.resume(pending.fiber);
}

/// Handles data, ownership or an acknowledgement for the waiting access. The last one completes it.
void CachingAgent::granted(Envelope& envelope, const Message& message, Outbox& outbox) {
  MissRegister* const pending = registers_.find(message.line);
  SN_CHECK(pending != nullptr, name(), ": ", protocol::name_of(message), " for line ", message.line,
           " without an outstanding request, at ", envelope.time.ps(), " ps");
  const Reaction reaction = protocol::step(pending->line, message);
  check(name(), reaction, message, pending->line.state, envelope);
  pending->via_owner = pending->via_owner || message.via_owner;
  if (message.coherence == Coherence::kOwnerDataX) pending->from_owner = true;
  pending->poison |= message.poison;
  if (copies() != nullptr && message.carries_data()) pending->version = message.version;
  if (envelope.time + fabric_latency_ > pending->done) {
    pending->done = envelope.time + fabric_latency_;
    pending->ledger = envelope.ledger;
    pending->ledger.add(LatencyKind::kCache, fabric_latency_);
  }
  if (reaction.complete) complete(*pending, outbox);
  // The completed access resumes before any access that may issue now: the core's caches receive
  // the line first.
  if (__builtin_expect(!requests_by_device_.empty(), 0)) follow_load(message);
  if (!reaction.complete) return;
  for (const protocol::Send& send : reaction) {  // Unblock, if the home waits for it
    Envelope& unblock = outbox.reply_to(envelope);
    unblock.time = pending->done;
    unblock.advance(LatencyKind::kCache, fabric_latency_);
    post(unblock, place_.agents.home_of(message.line.node()), send.message);
  }
  if (pending->line.idle()) release(*pending);
}

/// Handles the acknowledgement of an eviction and answers a deferred snoop that found the line
/// dirty.
void CachingAgent::given_up(Envelope& envelope, const Message& message, Outbox& outbox) {
  MissRegister* const pending = registers_.find(message.line);
  SN_CHECK(pending != nullptr, name(), ": ", protocol::name_of(message), " for line ", message.line,
           " without an outstanding write-back, at ", envelope.time.ps(), " ps");
  const Reaction reaction = protocol::step(pending->line, message);
  check(name(), reaction, message, pending->line.state, envelope);
  for (const protocol::Send& send : reaction) {
    Envelope& reply = outbox.reply_to(envelope);
    if (pending->snooped) {
      // The answer uses the time and ledger of the snoop, which arrived during the write-back.
      reply.time = pending->snoop_time;
      reply.ledger = pending->snoop_ledger;
      reply.transaction = pending->snoop_transaction;
      if (envelope.time > reply.time) {
        reply.advance(LatencyKind::kLineQueue, envelope.time - reply.time);
      }
    }
    post(reply, envelope.source, send.message);
  }
  if (pending->line.state == RequesterState::kExclusive)
    keep_cleaned(message.line, envelope.time, outbox);
  if (pending->access != nullptr) {
    pending->access->time = envelope.time + fabric_latency_;
    execution_.resume(pending->fiber);
  }
  if (pending->line.idle()) release(*pending);
}

/// Handles a block snoop: each line is snooped by itself, and in parallel.
void CachingAgent::snooped_block(const Envelope& envelope, const Message& message, Outbox& outbox) {
  BlockAnswer block(message);
  each_of_block(message, [&](const Message& one) {
    Envelope part = envelope;
    snooped(part, one, outbox, &block);
  });
  block.each([&](const Envelope& cause, const Message& response) {
    answer(cause, {protocol::kHome, response}, outbox);
  });
}

/// Handles a snoop, or the acknowledgement of a conflict after which the deferred snoop is
/// answered. Waits for a line in flight, then downgrades or invalidates the copy by the protocol
/// table. A BIRspI to a line of a block snoop is added to `block`.
void CachingAgent::snooped(Envelope& envelope, const Message& message, Outbox& outbox,
                           BlockAnswer* block) {
  MissRegister* pending = registers_.find(message.line);
  protocol::RequesterLine line = pending != nullptr ? pending->line : protocol::RequesterLine{};
  SocketEntry* const entry = tags_.find(message.line);
  if (entry != nullptr && entry->ready_at > envelope.time) {
    envelope.advance(LatencyKind::kLineQueue, entry->ready_at - envelope.time);
  }
  bool leaves_copy = protocol::cxl::leaves_copy(line.snoop);
  if (protocol::role_of(message) == Role::kSnoop) {
    envelope.advance(LatencyKind::kSnoop, snoop_latency_);
    leaves_copy = protocol::leaves_copy(message);
  } else {
    const bool early = protocol::has_request_pending(line.state) && !line.granted;
    ++(early ? counts_.early_conflicts : counts_.late_conflicts);
  }
  const bool stable = line.stable();
  if (entry != nullptr && stable) {
    const Demand demand = leaves_copy ? Demand::kDowngrade : Demand::kInvalidate;
    const bool dirty = snoop_cores(*entry, demand);
    line.state = dirty ? RequesterState::kModified : state_of(*entry);
    if (copies() != nullptr && line.state == RequesterState::kModified) {
      copies()->wrote(message.line, place_.socket, envelope.time);
    }
  }
  const Reaction reaction = protocol::step(line, message);
  check(name(), reaction, message, line.state, envelope);
  if (block == nullptr || !block->take(envelope, reaction)) {
    for (const protocol::Send& send : reaction) answer(envelope, send, outbox);
  }
  if (pending != nullptr) {
    keep(line, *pending, envelope, reaction);
  } else if (!line.idle()) {
    registers_.take(message.line, line);
  }
  if (entry == nullptr) return;
  if (protocol::is_readable(line.state)) {
    const bool owned = line.state == RequesterState::kExclusive ||
                       line.state == RequesterState::kSnoopClean;  // after a BISnpCur
    if (stable) entry->state = owned ? LineState::kExclusive : LineState::kShared;
    if (line.state == RequesterState::kSnoopClean) tags_.hold(*entry);
    if (pending != nullptr && line.idle()) tags_.unpin(*entry);
    if (copies() != nullptr && !owned) copies()->weakened(message.line, place_.socket);
    return;
  }
  if (copies() != nullptr) copies()->lost(message.line, place_.socket);
  if (damage() != nullptr) damage()->dropped(place_.socket, message.line);
  snoop_cores(*entry, Demand::kInvalidate);
  tags_.remove(*entry);
}

/// Unpins a line that was written back for a BISnpCur. The private caches may have evicted it
/// meanwhile.
void CachingAgent::keep_cleaned(base::LineAddress line, base::Time time, Outbox& outbox) {
  SocketEntry& entry = *tags_.find(line);
  tags_.unpin(entry);
  if (!entry.in_llc && entry.cores == 0) insert_in_llc(entry, time, outbox);
}

/// Stores the requester state after a snoop, and the snoop itself if it has no answer yet.
void CachingAgent::keep(const protocol::RequesterLine& line, MissRegister& pending,
                        const Envelope& cause, const Reaction& reaction) {
  pending.line = line;
  if (reaction.sends.empty()) {
    pending.snooped = true;
    pending.snoop_time = cause.time;
    pending.snoop_ledger = cause.ledger;
    pending.snoop_transaction = cause.transaction;
  }
  if (line.idle()) release(pending);
}

/// Sends one message of the answer to a snoop: to the home or to the requester.
void CachingAgent::answer(const Envelope& envelope, const protocol::Send& send, Outbox& outbox) {
  Message message = send.message;
  counts_.writebacks += protocol::role_of(message) == Role::kGiveBack;
  if (send.to == protocol::kHome) {
    return post(outbox.reply_to(envelope), place_.agents.home_of(message.line.node()), message);
  }
  // An owner that is the home's own socket answers from the memory's position: no third party.
  message.via_owner = message.carries_data() &&
                      base::index_of(message.line.node()) != base::index_of(place_.socket);
  post(outbox.reply_to(envelope), place_.agents.caching_agent(send.to), message);
}

}  // namespace starnuma::cache
