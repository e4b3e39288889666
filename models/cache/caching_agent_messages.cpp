// SPDX-License-Identifier: Apache-2.0
// What a caching agent does with messages, by models/protocol/requester_function.h; and how it
// makes room.
#include <algorithm>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/cache/caching_agent.h"
#include "models/protocol/names.h"

namespace starnuma::cache {

using accounting::LatencyKind;
using kernel::Envelope;
using kernel::Outbox;
using protocol::Message;
using protocol::Reaction;
using protocol::RequesterState;
using protocol::Role;
using Coherence = protocol::coherence::Op;
using Demand = PrivateSnoop::Demand;

namespace {

/// The stable states are the same on both sides.
RequesterState state_of(const SocketEntry& entry) {
  static_assert(static_cast<int>(LineState::kModified) ==
                static_cast<int>(RequesterState::kModified));
  return static_cast<RequesterState>(entry.state);
}

}  // namespace

void CachingAgent::post(Envelope& envelope, base::AgentId to, const Message& message) const {
  envelope.seal(place_.agents.caching_agent(place_.socket), to, message);
}

void CachingAgent::handle(Envelope& envelope, Outbox& outbox) {
  const Message message = envelope.open<Message>();
  switch (protocol::role_of(message)) {
    case Role::kSnoop:
      return snooped(envelope, message, outbox);
    case Role::kGaveBack:
      return given_up(envelope, message, outbox);
    case Role::kUncachedAnswer:
      uncached_done_ = envelope.time + fabric_latency_;
      return;
    default:
      return granted(envelope, message, outbox);
  }
}

/// A message that the line's row does not expect stops the run; it has left the state as it was.
void CachingAgent::check(const Reaction& reaction, const Message& message, RequesterState state,
                         const Envelope& envelope) const {
  SN_CHECK(reaction.outcome == protocol::Outcome::kDone, name(), ": no row for ",
           protocol::name_of(message), " in state ", protocol::name_of(state), ", line ",
           message.line, " at ", envelope.time.ps(), " ps");
}

/// Data, ownership or an acknowledgement for the waiting transaction; the last one completes it.
void CachingAgent::granted(Envelope& envelope, const Message& message, Outbox& outbox) {
  SN_CHECK(transaction_.active && transaction_.access->line == message.line, name(), ": ",
           protocol::name_of(message), " for line ", message.line, " that nobody waits for, at ",
           envelope.time.ps(), " ps");
  const Reaction reaction = protocol::step(transaction_.line, message);
  check(reaction, message, transaction_.line.state, envelope);
  transaction_.via_owner = transaction_.via_owner || message.via_owner;
  if (message.coherence == Coherence::kOwnerDataX) transaction_.from_owner = true;
  if (envelope.time + fabric_latency_ > transaction_.done) {
    transaction_.done = envelope.time + fabric_latency_;
    transaction_.ledger = envelope.ledger;
    transaction_.ledger.add(LatencyKind::kCache, fabric_latency_);
  }
  if (!reaction.complete) return;
  transaction_.active = false;
  install(message, outbox);
  for (const protocol::Send& send : reaction) {  // Unblock, where the home waits for it
    Envelope& unblock = outbox.reply_to(envelope);
    unblock.time = transaction_.done;
    unblock.advance(LatencyKind::kCache, fabric_latency_);
    post(unblock, place_.agents.home_of(message.line.node()), send.message);
  }
}

/// A home has taken what this socket gave up. A snoop that found the line dirty is answered now.
void CachingAgent::given_up(Envelope& envelope, const Message& message, Outbox& outbox) {
  protocol::RequesterLine line;
  line.state = message.answers_snoop ? RequesterState::kSnoopWriteBack : RequesterState::kWriteBack;
  const Reaction reaction = protocol::step(line, message);
  check(reaction, message, line.state, envelope);
  for (const protocol::Send& send : reaction) {
    post(outbox.reply_to(envelope), envelope.source, send.message);
  }
  if (message.line == flushed_line_) flush_done_ = envelope.time + fabric_latency_;
}

/// Enters the granted line, making room first.
void CachingAgent::install(const Message& message, Outbox& outbox) {
  const base::Time now = transaction_.done;
  // A copy may have been taken away meanwhile; a line that was not here still is not.
  SocketEntry* entry = transaction_.holds_copy ? tags_.find(message.line) : nullptr;
  if (entry == nullptr) {
    if (SocketEntry* victim = tags_.entry_victim(message.line)) evict(*victim, now, outbox);
    entry = &tags_.insert(message.line);
    place_in_llc(*entry, now, outbox);
  }
  const bool shared = transaction_.line.state == RequesterState::kShared;
  entry->state = shared ? LineState::kShared : LineState::kExclusive;
  entry->ready_at = std::max(entry->ready_at, now);
  if (copies() != nullptr) copies()->gained(message.line, place_.socket, !shared, now);
  transaction_.entry = entry;
}

void CachingAgent::place_in_llc(SocketEntry& entry, base::Time time, Outbox& outbox) {
  if (SocketEntry* victim = tags_.llc_victim(entry.line)) {
    tags_.drop_from_llc(*victim);
    if (victim->cores == 0) evict(*victim, time, outbox);
  }
  tags_.place_in_llc(entry);
}

/// Gives a line up: private copies go, an owner tells the home.
void CachingAgent::evict(SocketEntry& entry, base::Time time, Outbox& outbox) {
  const base::NodeId home = entry.line.node();
  to_fabric.prefetch_steps(place_.agents.home_of(home));
  const bool dirty =
      snoop_cores(entry, entry.cores, Demand::kInvalidate) || entry.state == LineState::kModified;
  protocol::RequesterLine line;
  line.state = dirty ? RequesterState::kModified : state_of(entry);
  const Reaction reaction = protocol::start(
      line, protocol::RequesterEvent::kEvict,
      Message::of(Coherence::kPutE, entry.line, place_.socket), place_.agents.is_pool(home));
  for (const protocol::Send& send : reaction) {
    Envelope& envelope = outbox.start(std::max(time, entry.ready_at));
    envelope.advance(LatencyKind::kCache, fabric_latency_);
    post(envelope, place_.agents.home_of(home), send.message);
    counts_.writebacks += dirty;
  }
  if (copies() != nullptr) {
    if (dirty) copies()->wrote(entry.line, place_.socket, time);
    if (dirty) copies()->sent(entry.line, true);
    copies()->lost(entry.line, place_.socket);
  }
  tags_.remove(entry);
}

/// Takes copies away from the named cores, or their right to write; says whether one was dirty.
bool CachingAgent::snoop_cores(SocketEntry& entry, std::uint32_t cores, Demand demand) {
  const base::LineAddress line = entry.line;
  bool dirty = false;
  for (std::uint32_t left = cores; left != 0; left &= left - 1) {
    const auto core = static_cast<std::size_t>(__builtin_ctz(left));
    dirty |= cpu_side[core].backward().snoop(line, demand);
  }
  if (demand == Demand::kInvalidate) entry.cores &= ~cores;
  entry.core_may_write = false;
  return dirty;
}

/// Another agent wants the line: waits for it if it is still on its way, then gives up the copy or
/// the right to write, as the line's row says.
void CachingAgent::snooped(Envelope& envelope, const Message& message, Outbox& outbox) {
  const Demand demand = protocol::leaves_copy(message) ? Demand::kDowngrade : Demand::kInvalidate;
  ++counts_.snoops;
  counts_.back_invalidations += message.protocol == Message::Class::kCxl;
  SocketEntry* entry = tags_.find(message.line);
  if (entry != nullptr && entry->ready_at > envelope.time) {
    envelope.advance(LatencyKind::kLineQueue, entry->ready_at - envelope.time);
  }
  envelope.advance(LatencyKind::kSnoop, snoop_latency_);

  const bool own = transaction_.active && transaction_.access->line == message.line;
  protocol::RequesterLine line = own ? transaction_.line : protocol::RequesterLine{};
  if (entry != nullptr) {
    const bool dirty = snoop_cores(*entry, entry->cores, demand);
    if (!own) line.state = dirty ? RequesterState::kModified : state_of(*entry);
    if (copies() != nullptr && line.state == RequesterState::kModified) {
      copies()->wrote(message.line, place_.socket, envelope.time);
    }
  }
  const Reaction reaction = protocol::step(line, message);
  check(reaction, message, line.state, envelope);
  for (const protocol::Send& send : reaction) answer(envelope, send, outbox);
  if (own) transaction_.line = line;
  if (entry == nullptr) return;
  if (protocol::is_readable(line.state)) {
    if (!own) entry->state = LineState::kShared;
    if (copies() != nullptr) copies()->weakened(message.line, place_.socket);
    return;
  }
  if (copies() != nullptr) copies()->lost(message.line, place_.socket);
  snoop_cores(*entry, entry->cores, Demand::kInvalidate);
  tags_.remove(*entry);
}

/// One message of the answer to a snoop: to the home that asked, or to the requester.
void CachingAgent::answer(const Envelope& envelope, const protocol::Send& send, Outbox& outbox) {
  Message message = send.message;
  counts_.writebacks += protocol::role_of(message) == Role::kGiveBack;
  if (copies() != nullptr && message.carries_data()) {
    copies()->sent(message.line, send.to == protocol::kHome);
  }
  if (send.to == protocol::kHome) {
    return post(outbox.reply_to(envelope), place_.agents.home_of(message.line.node()), message);
  }
  // An owner that is the home's own socket answers from where its memory would: no third party.
  message.via_owner = message.carries_data() &&
                      base::index_of(message.line.node()) != base::index_of(place_.socket);
  post(outbox.reply_to(envelope), place_.agents.caching_agent(send.to), message);
}

}  // namespace starnuma::cache
