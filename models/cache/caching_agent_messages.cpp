// SPDX-License-Identifier: Apache-2.0
// What a caching agent does with messages: grants, forwards, invalidations, Back-Invalidate snoops;
// and how it makes room.
#include <algorithm>

#include "models/base/check.h"
#include "models/cache/caching_agent.h"

namespace starnuma::cache {

using base::LatencyKind;
using kernel::Envelope;
using kernel::Outbox;
using protocol::Message;
using Coherence = protocol::coherence::Op;
using Cxl = protocol::cxl::Op;
using Demand = PrivateSnoop::Demand;

void CachingAgent::post(Envelope& envelope, base::AgentId to, const Message& message) const {
  envelope.seal(place_.agents.caching_agent(place_.socket), to, message);
}

void CachingAgent::handle(Envelope& envelope, Outbox& outbox) {
  const Message message = envelope.open<Message>();
  if (message.protocol == Message::Class::kCxl) {
    handle_cxl(envelope, message, outbox);
  } else {
    handle_coherence(envelope, message, outbox);
  }
}

void CachingAgent::handle_coherence(Envelope& envelope, const Message& message, Outbox& outbox) {
  switch (message.coherence) {
    case Coherence::kDataS:
    case Coherence::kOwnerDataS:
      return granted(envelope, message, false, outbox);
    case Coherence::kDataE:
    case Coherence::kGrantX:
    case Coherence::kOwnerDataX:
      return granted(envelope, message, true, outbox);
    case Coherence::kInvAck:
      --transaction_.acks_missing;
      return part_done(envelope, message, outbox);
    case Coherence::kFwdS:
    case Coherence::kFwdX:
      return forward(envelope, message, outbox);
    case Coherence::kInv: {
      surrender(envelope, message.line, Demand::kInvalidate);
      post(outbox.reply_to(envelope), place_.agents.caching_agent(message.requester),
           message.next(Coherence::kInvAck));
      return;
    }
    case Coherence::kPutAck:
      return;
    default:
      base::fail_invariant(name(), ": unexpected message ", static_cast<int>(message.coherence),
                           " for line ", message.line.value, " at ", envelope.time.ps(), " ps");
  }
}

void CachingAgent::handle_cxl(Envelope& envelope, const Message& message, Outbox& outbox) {
  switch (message.cxl) {
    case Cxl::kMemDataS:
      return granted(envelope, message, false, outbox);
    case Cxl::kMemDataE:
      return granted(envelope, message, true, outbox);
    case Cxl::kBISnpData:
    case Cxl::kBISnpInv:
      return back_invalidate(envelope, message, outbox);
    case Cxl::kCmp:
      if (message.answers_snoop) {  // the write-back is accepted: now the snoop can be answered
        post(outbox.reply_to(envelope), envelope.source, message.next(Cxl::kBIRspI));
      }
      return;
    default:
      base::fail_invariant(name(), ": unexpected CXL message ", static_cast<int>(message.cxl),
                           " for line ", message.line.value, " at ", envelope.time.ps(), " ps");
  }
}

/// Data or ownership for the waiting transaction.
void CachingAgent::granted(Envelope& envelope, const Message& message, bool exclusive,
                           Outbox& outbox) {
  SN_CHECK(transaction_.active && transaction_.access->line == message.line, name(),
           ": grant of line ", message.line.value, " that nobody waits for, at ",
           envelope.time.ps(), " ps");
  transaction_.granted = true;
  transaction_.exclusive = exclusive;
  transaction_.via_owner = message.via_owner;
  transaction_.from_owner =
      message.protocol == Message::Class::kCoherence && message.coherence == Coherence::kOwnerDataX;
  transaction_.acks_missing += message.acks;
  transaction_.unblock = message.protocol == Message::Class::kCoherence &&
                         (message.acks > 0 || message.coherence == Coherence::kOwnerDataS ||
                          message.coherence == Coherence::kOwnerDataX);
  part_done(envelope, message, outbox);
}

/// One of the messages a transaction waits for is here; the last one completes it.
void CachingAgent::part_done(const Envelope& envelope, const Message& message, Outbox& outbox) {
  if (envelope.time + fabric_latency_ > transaction_.done) {
    transaction_.done = envelope.time + fabric_latency_;
    transaction_.ledger = envelope.ledger;
    transaction_.ledger.add(LatencyKind::kCache, fabric_latency_);
  }
  if (!transaction_.granted || transaction_.acks_missing > 0) return;
  transaction_.active = false;
  install(message, outbox);
  if (transaction_.unblock) {
    Envelope& unblock = outbox.reply_to(envelope);
    unblock.time = transaction_.done;
    unblock.advance(LatencyKind::kCache, fabric_latency_);
    post(unblock, place_.agents.home_of(message.line.node()), message.next(Coherence::kUnblock));
  }
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
  entry->state = transaction_.exclusive ? LineState::kExclusive : LineState::kShared;
  entry->ready_at = std::max(entry->ready_at, now);
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
  const base::LineAddress line = entry.line;
  const bool dirty =
      snoop_cores(entry, entry.cores, Demand::kInvalidate) || entry.state == LineState::kModified;
  if (entry.state != LineState::kShared) {
    const base::NodeId home = line.node();
    const Message message =
        place_.agents.is_pool(home)
            ? Message::of(dirty ? Cxl::kMemWr : Cxl::kMemClnEvct, line, place_.socket)
            : Message::of(dirty ? Coherence::kPutM : Coherence::kPutE, line, place_.socket);
    Envelope& envelope = outbox.start(std::max(time, entry.ready_at));
    envelope.advance(LatencyKind::kCache, fabric_latency_);
    post(envelope, place_.agents.home_of(home), message);
    counts_.writebacks += dirty;
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
/// the right to write. Returns whether the data were dirty.
bool CachingAgent::surrender(Envelope& envelope, base::LineAddress line, Demand demand) {
  ++counts_.snoops;
  SocketEntry* entry = tags_.find(line);
  if (entry != nullptr && entry->ready_at > envelope.time) {
    envelope.advance(LatencyKind::kLineQueue, entry->ready_at - envelope.time);
  }
  envelope.advance(LatencyKind::kSnoop, snoop_latency_);
  if (entry == nullptr) return false;  // a sharer that gave the line up in silence

  const bool dirty =
      snoop_cores(*entry, entry->cores, demand) || entry->state == LineState::kModified;
  if (demand == Demand::kInvalidate) {
    tags_.remove(*entry);
  } else {
    entry->state = LineState::kShared;
  }
  return dirty;
}

/// A socket home asks the owner to serve another requester.
void CachingAgent::forward(Envelope& envelope, const Message& message, Outbox& outbox) {
  SN_CHECK(tags_.find(message.line) != nullptr, name(), ": asked to forward line ",
           message.line.value, " that it does not own, at ", envelope.time.ps(), " ps");
  const bool shared = message.coherence == Coherence::kFwdS;
  const bool dirty =
      surrender(envelope, message.line, shared ? Demand::kDowngrade : Demand::kInvalidate);
  Message data = message.next(shared ? Coherence::kOwnerDataS : Coherence::kOwnerDataX);
  // An owner that is the home's own socket answers from where its memory would: no third party.
  data.via_owner = base::index_of(message.line.node()) != base::index_of(place_.socket);
  post(outbox.reply_to(envelope), place_.agents.caching_agent(message.requester), data);
  if (shared) {
    post(outbox.reply_to(envelope), envelope.source,
         message.next(dirty ? Coherence::kCopyBack : Coherence::kCopyBackClean));
  }
}

/// A pool device's snoop. A dirty owner writes back first and answers after the Cmp.
void CachingAgent::back_invalidate(Envelope& envelope, const Message& message, Outbox& outbox) {
  ++counts_.back_invalidations;
  const bool present = tags_.find(message.line) != nullptr;
  const Demand demand = message.cxl == Cxl::kBISnpData ? Demand::kDowngrade : Demand::kInvalidate;
  const bool dirty = surrender(envelope, message.line, demand);
  if (dirty) {
    if (SocketEntry* entry = tags_.find(message.line)) {
      snoop_cores(*entry, entry->cores, Demand::kInvalidate);
      tags_.remove(*entry);
    }
    ++counts_.writebacks;
    Message writeback = message.next(Cxl::kMemWr);
    writeback.answers_snoop = true;
    post(outbox.reply_to(envelope), envelope.source, writeback);
    return;
  }
  const bool keeps = present && demand == Demand::kDowngrade;
  post(outbox.reply_to(envelope), envelope.source,
       message.next(keeps ? Cxl::kBIRspS : Cxl::kBIRspI));
}

}  // namespace starnuma::cache
