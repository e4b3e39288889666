// SPDX-License-Identifier: Apache-2.0
// Accesses of the socket's cores. Messages are handled in caching_agent_messages.cpp.
#include "models/cache/caching_agent.h"

#include <algorithm>
#include <sstream>
#include <string>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/protocol/access_error.h"

namespace starnuma::cache {

using accounting::LatencyKind;
using protocol::Access;
using protocol::AccessKind;
using protocol::Message;
using protocol::RequesterEvent;

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

protocol::uncached::Op uncached_op(AccessKind kind) {
  using protocol::uncached::Op;
  if (kind == AccessKind::kUncachedLoad) return Op::kRead;
  return kind == AccessKind::kUncachedStore ? Op::kWrite : Op::kWritePart;
}

std::uint64_t llc_sets(const SocketCacheConfig& config, int cores) {
  return static_cast<std::uint64_t>(config.llc_size_per_core.value * cores / base::kLineBytes /
                                    config.llc_ways);
}

std::string unanswered(const Access& access, const std::string& why) {
  std::ostringstream text;
  text << "no memory answers address 0x" << std::hex << access.address.value << std::dec
       << ": line " << access.line << " " << why << ", at " << access.time.ps() << " ps";
  return text.str();
}

}  // namespace

CachingAgent::CachingAgent(const sc_core::sc_module_name& name, const Config& config,
                           CachingAgentPlace place, kernel::Dispatcher& dispatcher)
    : sc_module(name),
      cpu_side("cpu_side", static_cast<std::size_t>(place.cores + place.os_ports),
               [this](const char* port, std::size_t core) {
                 return new CpuSide(port, *this, static_cast<int>(core));  // owned by the sc_vector
               }),
      uncached_side(
          "uncached_side", static_cast<std::size_t>(place.uncached_ports),
          [this](const char* port, std::size_t) { return new UncachedSide(port, *this); }),
      place_(std::move(place)),
      dispatcher_(dispatcher),
      tags_(llc_sets(config, place_.cores), config.llc_ways, config.private_tag_ways),
      core_sets_(place_.cores + place_.os_ports),
      fabric_latency_(config.fabric_latency),
      snoop_latency_(config.snoop_latency),
      silent_drops_(config.clean_evictions == CleanEvictionsAre::kSilent),
      fetches_line_stores_(config.line_stores != LineStoresAre::kUnfetched),
      execution_(dispatcher) {
  const base::ClockRatio clock(place_.frequency);
  llc_latency_ = clock.time_of(config.llc_latency.value);
  private_snoop_latency_ = clock.time_of(config.private_snoop_latency.value);
  if (place_.device_requests == 0) return;
  requests_by_device_.resize(place_.logical_devices(),
                             {LoadWindow(true, place_.device_requests), 0, {}});
}

void CachingAgent::access(Access& access, int core) {
  if (access.kind == AccessKind::kWriteback) return reclaim(access, core);
  if (__builtin_expect(access.kind == AccessKind::kFlush, 0)) return flush(access, core);

  access.time += llc_latency_;
  wait_for_line(access);
  if (__builtin_expect(protocol::is_uncached(access.kind), 0)) return bypass(access);
  SocketEntry* entry = nullptr;
  do {
    entry = tags_.find(access.line);
    if (entry != nullptr && may_use(*entry, access)) {
      if (__builtin_expect(damage() != nullptr, 0)) check_copy(access, *entry);
      return hit(access, *entry, core);
    }
  } while ((__builtin_expect(!requests_by_device_.empty(), 0) && defers(access)) ||
           (__builtin_expect(damage() != nullptr, 0) && waits_for_head(access)));
  if (place_.hosts != nullptr && !protocol::is_move(access.kind)) check_reach(access);
  if (__builtin_expect(damage() != nullptr, 0)) check_route(access);
  to_fabric.prefetch_steps(place_.agents.home_of(access.line.node()));
  request(access, core, entry);
  if (__builtin_expect(access.served_by == protocol::ServedBy::kPoison, 0)) consume(access);
}

void CachingAgent::mark_written(SocketEntry& entry, base::Time time) {
  entry.state = LineState::kModified;
  if (copies() != nullptr) copies()->wrote(entry.line, place_.socket, time);
}

/// Serves a hit: the socket holds the line with the permission that the access needs.
void CachingAgent::hit(Access& access, SocketEntry& entry, int core) {
  if (__builtin_expect(access.kind == AccessKind::kCurrentLoad, 0)) access.kind = AccessKind::kLoad;
  const bool write = protocol::is_write(access.kind);
  if (core_sets_.has_other(entry.cores, core) && (write || entry.core_may_write || !entry.in_llc)) {
    access.time += private_snoop_latency_;
    const auto demand =
        write ? PrivateSnoop::Demand::kInvalidate : PrivateSnoop::Demand::kDowngrade;
    if (snoop_cores(entry, demand, core)) entry.state = LineState::kModified;
  }
  core_sets_.insert(entry.cores, core);
  access.writable = core_sets_.is_only(entry.cores, core) && entry.state != LineState::kShared;
  access.place = entry.way;
  entry.core_may_write = access.writable;
  if (write && access.kind != AccessKind::kMoveRead) mark_written(entry, access.time);

  const base::Time ready = access.time;
  access.time = std::max(ready, entry.ready_at);
  access.queue = access.time - ready;
  access.served_by = protocol::ServedBy::kSocket;
  ++counts_.hits;
  if (entry.in_llc) tags_.touch(entry);
}

/// Sends a request to the line's home and waits for its completion. `here` is the line's entry if
/// the line is present without write permission.
void CachingAgent::request(Access& access, int core, SocketEntry* here) {
  const base::NodeId home = access.line.node();
  const bool pool = place_.agents.is_pool(home);
  if (!pool && access.kind == AccessKind::kCurrentLoad) access.kind = AccessKind::kLoad;
  const RequesterEvent event = event_of(access, fetches_line_stores_ || !pool);
  Message origin = Message::of(protocol::coherence::Op::kGetS, access.line, place_.socket);
  origin.purpose = purpose_of(access.kind);

  protocol::RequesterLine line;
  if (here != nullptr) {
    line.state = protocol::RequesterState::kShared;
    tags_.hold(*here);
  }
  const protocol::Reaction reaction = protocol::start(line, event, origin, pool);
  const Message& message = reaction.sends[0].message;
  MissRegister& pending = registers_.take(access.line, line);
  pending.access = &access;
  pending.core = core;
  pending.upgrade = here != nullptr;
  if (__builtin_expect(damage() != nullptr, 0)) pending.poison = copy_is_poison(access.line);
  dispatcher_.execute(*this, [&](kernel::Outbox& outbox) {
    kernel::Envelope& envelope = outbox.start(
        __builtin_expect(puts_.empty(), 1) ? access.time : waits_for_put(access.line, access.time));
    access.transaction = envelope.transaction;
    const base::Time elapsed = envelope.time - access.issued;
    envelope.ledger.add(LatencyKind::kWalk, access.walk);
    envelope.ledger.add(LatencyKind::kWalkQueue, access.walk_queue);
    envelope.ledger.add(LatencyKind::kMshrQueue, access.mshr_queue);
    envelope.ledger.add(access.faulted ? LatencyKind::kPageFault : LatencyKind::kMigrationStall,
                        access.migration_stall);
    envelope.ledger.add(LatencyKind::kCache, elapsed - access.walk - access.walk_queue -
                                                 access.mshr_queue - access.migration_stall);
    envelope.advance(LatencyKind::kCache, fabric_latency_);
    post(envelope, place_.agents.home_of(home), message);
  });
  wait_for_home(pending, access.line);
  SN_CHECK(execution_.overlaps() || registers_.in_use() == 0, name(), ": transaction on line ",
           access.line, " did not drain at ", access.time.ps(), " ps");
}

/// Sends an uncached request to its home and waits for the answer.
void CachingAgent::send_uncached(protocol::UncachedRequest& request) {
  const base::NodeId home = request.line.node();
  Message message = Message::of(request.op, request.line, place_.socket);
  message.purpose = request.purpose;
  message.entry = request.entry;
  message.count = request.count;
  std::uint64_t transaction = 0;
  dispatcher_.execute(*this, [&](kernel::Outbox& outbox) {
    kernel::Envelope& envelope = outbox.start(request.time);
    transaction = request.transaction = envelope.transaction;
    uncached_.push_back({transaction, base::Time(-1), nullptr, 0});
    envelope.advance(LatencyKind::kCache, fabric_latency_);
    post(envelope, place_.agents.home_of(home), message);
  });
  uncached_.back().fiber = execution_.caller();
  execution_.suspend();
  const auto answered = find_uncached(transaction);
  SN_CHECK(answered->done >= request.time, name(), ": no answer from uncached line ", request.line,
           " at ", request.time.ps(), " ps");
  request.time = answered->done;
  request.count = answered->count;
  uncached_.erase(answered);
}

/// Serves an uncached access, which bypasses the LLC.
void CachingAgent::bypass(Access& access) {
  if (place_.hosts != nullptr) check_reach(access);
  if (damage() != nullptr) check_route(access);
  protocol::UncachedRequest request;
  request.line = access.line;
  request.op = uncached_op(access.kind);
  request.purpose = Message::Purpose::kDemand;
  request.time = access.time;
  send_uncached(request);
  access.time = request.time;
  access.transaction = request.transaction;
  access.served_by = protocol::ServedBy::kMemory;
  ++counts_.uncached;
}

/// Handles an eviction by a private cache.
void CachingAgent::reclaim(const Access& access, int core) {
  SocketEntry* entry = tags_.find(access.line, access.place);
  SN_CHECK(entry != nullptr && core_sets_.contains(entry->cores, core), name(), ": core ", core,
           " evicted line ", access.line, " that it did not hold, at ", access.time.ps(), " ps");
  core_sets_.erase(entry->cores, core);
  entry->core_may_write = false;
  if (access.dirty) entry->state = LineState::kModified;
  // A core that moves pages allocates nothing in the LLC.
  const bool moves_pages = core >= place_.cores;
  const bool gone = moves_pages || (!entry->in_llc && entry->cores == 0);
  if (!gone || tags_.held(*entry)) return;
  dispatcher_.execute(*this, [&](kernel::Outbox& outbox) {
    if (access.dirty && !moves_pages) {
      insert_in_llc(*entry, access.time, outbox);
    } else {
      evict(*entry, access.time, outbox, nullptr,
            moves_pages ? Message::Purpose::kMigration : Message::Purpose::kDemand);
    }
  });
}

/// Flushes a line. The socket obtains ownership first, so that no other socket holds a copy.
void CachingAgent::flush(Access& access, int core) {
  access.time += llc_latency_;
  wait_for_line(access);
  while (damage() != nullptr && waits_for_head(access)) continue;
  ++counts_.flushes;
  SocketEntry* entry = tags_.find(access.line);
  if (entry != nullptr) core_sets_.erase(entry->cores, core);
  if (entry != nullptr && access.dirty) entry->state = LineState::kModified;
  if (place_.hosts != nullptr) check_reach(access);
  if (damage() != nullptr) check_route(access);
  while (entry == nullptr || entry->state == LineState::kShared) {
    request(access, core, entry);
    // A deferred snoop is resolved first and may invalidate the line again.
    if (registers_.find(access.line) != nullptr) {
      wait_for_line(access);
      if (damage() != nullptr) check_route(access);
    }
    entry = tags_.find(access.line);
  }
  dispatcher_.execute(*this,
                      [&](kernel::Outbox& outbox) { evict(*entry, access.time, outbox, &access); });
  MissRegister* const pending = registers_.find(access.line);
  if (pending != nullptr && pending->access == &access) wait_for_home(*pending, access.line);
}

void CachingAgent::check_reach(const Access& access) {
  if (!place_.hosts->reaches(place_.socket, access.line)) {
    refuse(access, "is in no extent or socket of its host");
  }
  if (const auto crash = place_.hosts->crashed(place_.socket, access.line, access.time)) {
    refuse(access, "was on a host that crashed at " + std::to_string(crash->ps()) + " ps");
  }
}

void CachingAgent::refuse(const Access& access, const std::string& why, base::Time notified) {
  // accesses of the operating system are not counted
  counts_.refused += !protocol::is_move(access.kind);
  throw protocol::AccessError(unanswered(access, why), notified);
}

}  // namespace starnuma::cache
