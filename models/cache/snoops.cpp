// SPDX-License-Identifier: Apache-2.0
#include "models/cache/snoops.h"

namespace starnuma::cache {

using accounting::LatencyKind;
using kernel::Envelope;
using kernel::Outbox;
using protocol::Message;
using protocol::Reaction;
using protocol::RequesterState;
using protocol::Role;
using Demand = PrivateSnoop::Demand;

void Snoops::handle(Envelope& envelope, const Message& message, Outbox& outbox) {
  if (protocol::role_of(message) == Role::kSnoop) {
    ++context_.counts.snoops;
    context_.counts.back_invalidations += message.protocol == Message::Class::kCxl;
    if (protocol::block_lines_of(message) != 0) return snooped_block(envelope, message, outbox);
  }
  snooped(envelope, message, outbox);
}

void Snoops::snooped_block(const Envelope& envelope, const Message& message, Outbox& outbox) {
  BlockAnswer block(message);
  each_of_block(message, [&](const Message& one) {
    Envelope part = envelope;
    snooped(part, one, outbox, &block);
  });
  block.each([&](const Envelope& cause, const Message& response) {
    answer(cause, {protocol::kHome, response}, outbox);
  });
}

/// Answers a snoop of one line by the protocol table. A BIRspI to a line of a block snoop is added
/// to `block`.
void Snoops::snooped(Envelope& envelope, const Message& message, Outbox& outbox,
                     BlockAnswer* block) {
  MissRegister* pending = lines_.registers.find(message.line);
  protocol::RequesterLine line = pending != nullptr ? pending->line : protocol::RequesterLine{};
  SocketEntry* const entry = lines_.tags.find(message.line);
  kernel::CopyObserver* const copies = context_.copies();
  if (entry != nullptr && entry->ready_at > envelope.time) {
    envelope.advance(LatencyKind::kLineQueue, entry->ready_at - envelope.time);
  }
  bool leaves_copy = protocol::cxl::leaves_copy(line.snoop);
  if (protocol::role_of(message) == Role::kSnoop) {
    envelope.advance(LatencyKind::kSnoop, snoop_latency_);
    leaves_copy = protocol::leaves_copy(message);
  } else {
    const bool early = protocol::has_request_pending(line.state) && !line.granted;
    ++(early ? context_.counts.early_conflicts : context_.counts.late_conflicts);
  }
  const bool stable = line.stable();
  if (entry != nullptr && stable) {
    const Demand demand = leaves_copy ? Demand::kDowngrade : Demand::kInvalidate;
    const bool dirty = lines_.snoop_cores(*entry, demand);
    line.state = dirty ? RequesterState::kModified : state_of(*entry);
    if (copies != nullptr && line.state == RequesterState::kModified) {
      copies->wrote(message.line, context_.place.socket, envelope.time);
    }
  }
  const Reaction reaction = protocol::step(line, message);
  context_.check(reaction, message, line.state, envelope.time);
  if (block == nullptr || !block->take(envelope, reaction)) {
    for (const protocol::Send& send : reaction) answer(envelope, send, outbox);
  }
  if (pending != nullptr) {
    keep(line, *pending, envelope, reaction);
  } else if (!line.idle()) {
    lines_.registers.take(message.line, line);
  }
  if (entry == nullptr) return;
  if (protocol::is_readable(line.state)) {
    const bool owned = line.state == RequesterState::kExclusive ||
                       line.state == RequesterState::kSnoopClean;  // after a BISnpCur
    if (stable) entry->state = owned ? LineState::kExclusive : LineState::kShared;
    if (line.state == RequesterState::kSnoopClean) lines_.tags.hold(*entry);
    if (pending != nullptr && line.idle()) lines_.tags.unpin(*entry);
    if (copies != nullptr && !owned) copies->weakened(message.line, context_.place.socket);
    return;
  }
  lines_.invalidate_cores(*entry);
  lines_.remove(*entry);
}

/// Stores the requester state after a snoop, and the snoop itself if it has no answer yet.
void Snoops::keep(const protocol::RequesterLine& line, MissRegister& pending, const Envelope& cause,
                  const Reaction& reaction) {
  pending.line = line;
  if (reaction.sends.empty()) {
    pending.snooped = true;
    pending.snoop_time = cause.time;
    pending.snoop_ledger = cause.ledger;
    pending.snoop_transaction = cause.transaction;
  }
  if (line.idle()) lines_.waits.release(pending);
}

/// Sends one message of the answer to a snoop: to the home or to the requester.
void Snoops::answer(const Envelope& envelope, const protocol::Send& send, Outbox& outbox) {
  Message message = send.message;
  const CachingAgentPlace& place = context_.place;
  context_.counts.writebacks += protocol::role_of(message) == Role::kGiveBack;
  if (send.to == protocol::kHome) return context_.post_home(outbox.reply_to(envelope), message);
  // An owner that is the home's own socket answers from the memory's position: no third party.
  message.via_owner =
      message.carries_data() && base::index_of(message.line.node()) != base::index_of(place.socket);
  context_.post(outbox.reply_to(envelope), place.agents.caching_agent(send.to), message);
}

}  // namespace starnuma::cache
