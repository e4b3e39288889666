// SPDX-License-Identifier: Apache-2.0
#include "models/cache/evictions.h"

#include <algorithm>

#include "models/paging/page_backups.h"

namespace starnuma::cache {

using kernel::Envelope;
using kernel::Outbox;
using protocol::Message;
using protocol::Reaction;
using protocol::RequesterState;

SocketEntry& Evictions::insert(base::LineAddress line, base::Time time, Outbox& outbox) {
  if (SocketEntry* victim = lines_.tags.entry_victim(line)) evict(*victim, time, outbox);
  SocketEntry& entry = lines_.tags.insert(line);
  insert_in_llc(entry, time, outbox);
  return entry;
}

void Evictions::insert_in_llc(SocketEntry& entry, base::Time time, Outbox& outbox) {
  SocketTags& tags = lines_.tags;
  if (SocketEntry* victim = tags.llc_victim(entry.line)) {
    tags.drop_from_llc(*victim);
    if (victim->cores == 0 && !tags.held(*victim)) evict(*victim, time, outbox);
  }
  tags.insert_in_llc(entry);
}

void Evictions::evict(SocketEntry& entry, base::Time time, Outbox& outbox, protocol::Access* flush,
                      Purpose purpose) {
  const CachingAgentPlace& place = context_.place;
  context_.prefetch_steps(entry.line);
  const bool dirty = lines_.invalidate_cores(entry);
  if (place.hosts != nullptr) {
    const bool kept = dirty && write_backups(entry, time, outbox);
    faults_.evicts(entry, dirty && !kept, time);
  }
  if (faults_.strand(entry, dirty, time)) return;
  if (context_.copies() != nullptr && dirty) {
    context_.copies()->wrote(entry.line, place.socket, time);
  }
  protocol::RequesterLine line;
  line.state = dirty ? RequesterState::kModified : state_of(entry);
  Message origin = Message::of(protocol::coherence::Op::kPutE, entry.line, place.socket);
  origin.purpose = purpose;
  const auto event = line.state == RequesterState::kExclusive && is_dropped_silently(entry.line)
                         ? protocol::RequesterEvent::kDrop
                         : protocol::RequesterEvent::kEvict;
  const Reaction reaction =
      protocol::start(line, event, origin, place.agents.is_pool(entry.line.node()));
  for (const protocol::Send& send : reaction) {
    Envelope& envelope = outbox.start(std::max(time, entry.ready_at));
    puts_.schedule(entry.line, envelope.time, context_.execution.now(envelope.time));
    context_.send_home(envelope, send.message);
    context_.counts.writebacks += dirty;
  }
  if (!line.idle()) lines_.registers.take(entry.line, line).access = flush;
  lines_.remove(entry);
}

/// Returns true if the line's home needs no notice of the eviction of a clean copy.
bool Evictions::is_dropped_silently(base::LineAddress line) const {
  const CachingAgentPlace& place = context_.place;
  if (!place.agents.is_pool(line.node())) return false;
  return silent_drops_ || (place.hosts != nullptr && place.hosts->is_host_managed(line));
}

/// Writes the line's backups; returns true if it has any. A coded backup is read first.
bool Evictions::write_backups(const SocketEntry& entry, base::Time time, Outbox& outbox) {
  const base::SocketId socket = context_.place.socket;
  paging::PageBackups* backups = context_.place.hosts->backups_of(socket);
  if (backups == nullptr) return false;
  using Uncached = protocol::uncached::Op;
  const auto beside = backups->wrote(entry.line, time);
  for (const paging::PageBackups::RebuildTarget& backup : beside) {
    for (const Uncached op : {Uncached::kRead, Uncached::kWrite}) {
      if (op == Uncached::kRead && !backup.coded) continue;
      Message message = Message::of(op, backup.line, socket);
      message.purpose = Purpose::kMigration;
      context_.send_home(outbox.start(std::max(time, entry.ready_at)), message);
    }
    ++context_.counts.backup_writes;
  }
  return !beside.empty();
}

void Evictions::given_up(const Envelope& envelope, const Message& message, MissRegister& pending,
                         Outbox& outbox) {
  const Reaction reaction = protocol::step(pending.line, message);
  context_.check(reaction, message, pending.line.state, envelope.time);
  for (const protocol::Send& send : reaction) {
    Envelope& reply = outbox.reply_to(envelope);
    if (pending.snooped) {
      // The answer uses the time and ledger of the snoop, which arrived during the write-back.
      reply.time = pending.snoop_time;
      reply.ledger = pending.snoop_ledger;
      reply.transaction = pending.snoop_transaction;
      if (envelope.time > reply.time) {
        reply.advance(accounting::LatencyKind::kLineQueue, envelope.time - reply.time);
      }
    }
    context_.post(reply, envelope.source, send.message);
  }
  if (pending.line.state == RequesterState::kExclusive) {
    keep_cleaned(message.line, envelope.time, outbox);
  }
  if (pending.access != nullptr) {
    pending.access->time = envelope.time + context_.fabric_latency;
    lines_.waits.complete(pending);
  }
  if (pending.line.idle()) lines_.waits.release(pending);
}

/// Unpins a line that was written back for a BISnpCur. The private caches may have evicted it
/// meanwhile.
void Evictions::keep_cleaned(base::LineAddress line, base::Time time, Outbox& outbox) {
  SocketEntry& entry = *lines_.tags.find(line);
  lines_.tags.unpin(entry);
  if (!entry.in_llc && entry.cores == 0) insert_in_llc(entry, time, outbox);
}

}  // namespace starnuma::cache
