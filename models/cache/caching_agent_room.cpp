// SPDX-License-Identifier: Apache-2.0
// Evictions of a caching agent and snoops of its cores.
#include <algorithm>

#include "models/cache/caching_agent.h"
#include "models/paging/page_backups.h"
#include "models/ras/damage.h"

namespace starnuma::cache {

using accounting::LatencyKind;
using kernel::Envelope;
using kernel::Outbox;
using protocol::Message;
using protocol::Reaction;
using protocol::RequesterState;
using Coherence = protocol::coherence::Op;
using Demand = PrivateSnoop::Demand;

void CachingAgent::insert_in_llc(SocketEntry& entry, base::Time time, Outbox& outbox) {
  if (SocketEntry* victim = tags_.llc_victim(entry.line)) {
    tags_.drop_from_llc(*victim);
    if (victim->cores == 0 && !tags_.held(*victim)) evict(*victim, time, outbox);
  }
  tags_.insert_in_llc(entry);
}

/// Evicts a line: invalidates private copies and notifies the home if the socket is the owner.
/// `flush` waits for the home's acknowledgement.
void CachingAgent::evict(SocketEntry& entry, base::Time time, Outbox& outbox,
                         protocol::Access* flush, Message::Purpose purpose) {
  const base::NodeId home = entry.line.node();
  to_fabric.prefetch_steps(place_.agents.home_of(home));
  const bool dirty = snoop_cores(entry, Demand::kInvalidate) || entry.state == LineState::kModified;
  if (place_.hosts != nullptr) {
    const bool kept = dirty && write_backups(entry, time, outbox);
    lose(entry, dirty && !kept, time);
  }
  if (__builtin_expect(damage() != nullptr, 0) && strand(entry, dirty, time)) return;
  if (copies() != nullptr && dirty) copies()->wrote(entry.line, place_.socket, time);
  protocol::RequesterLine line;
  line.state = dirty ? RequesterState::kModified : state_of(entry);
  Message origin = Message::of(Coherence::kPutE, entry.line, place_.socket);
  origin.purpose = purpose;
  const auto event = line.state == RequesterState::kExclusive && is_dropped_silently(entry.line)
                         ? protocol::RequesterEvent::kDrop
                         : protocol::RequesterEvent::kEvict;
  const Reaction reaction = protocol::start(line, event, origin, place_.agents.is_pool(home));
  for (const protocol::Send& send : reaction) {
    Envelope& envelope = outbox.start(std::max(time, entry.ready_at));
    if (execution_.overlaps()) defer_put(entry.line, envelope.time);
    envelope.advance(LatencyKind::kCache, fabric_latency_);
    post(envelope, place_.agents.home_of(home), send.message);
    counts_.writebacks += dirty;
  }
  if (copies() != nullptr) copies()->lost(entry.line, place_.socket);
  if (__builtin_expect(damage() != nullptr, 0)) damage()->dropped(place_.socket, entry.line);
  if (!line.idle()) registers_.take(entry.line, line).access = flush;
  tags_.remove(entry);
}

/// Returns true if the line's home needs no notice of the eviction of a clean copy.
bool CachingAgent::is_dropped_silently(base::LineAddress line) const {
  if (!place_.agents.is_pool(line.node())) return false;
  return silent_drops_ || (place_.hosts != nullptr && place_.hosts->is_host_managed(line));
}

/// Writes the line's backups; returns true if it has any. A coded backup is read first.
bool CachingAgent::write_backups(const SocketEntry& entry, base::Time time, Outbox& outbox) {
  paging::PageBackups* backups = place_.hosts->backups_of(place_.socket);
  if (backups == nullptr) return false;
  using Uncached = protocol::uncached::Op;
  const auto beside = backups->wrote(entry.line, time);
  for (const paging::PageBackups::RebuildTarget& backup : beside) {
    for (const Uncached op : {Uncached::kRead, Uncached::kWrite}) {
      if (op == Uncached::kRead && !backup.coded) continue;
      Message message = Message::of(op, backup.line, place_.socket);
      message.purpose = Message::Purpose::kMigration;
      Envelope& envelope = outbox.start(std::max(time, entry.ready_at));
      envelope.advance(LatencyKind::kCache, fabric_latency_);
      post(envelope, place_.agents.home_of(backup.line.node()), message);
    }
    ++counts_.backup_writes;
  }
  return !beside.empty();
}

/// Counts a lost line: dirty, with a crashed home. The put is sent nevertheless, because a core
/// that is behind in time may still read the home.
void CachingAgent::lose(const SocketEntry& entry, bool dirty, base::Time time) {
  if (place_.hosts->crashed(place_.socket, entry.line, time)) counts_.lost += dirty;
}

/// Downgrades or invalidates the copies of all cores but one; returns true if one was dirty.
bool CachingAgent::snoop_cores(SocketEntry& entry, Demand demand, int but) {
  const base::LineAddress line = entry.line;
  bool dirty = false;
  core_sets_.each_but(entry.cores, but, [&](int core) {
    dirty |= cpu_side[static_cast<std::size_t>(core)].backward().snoop(line, demand);
  });
  if (demand == Demand::kInvalidate) core_sets_.keep_only(entry.cores, but);
  entry.core_may_write = false;
  return dirty;
}

}  // namespace starnuma::cache
