// SPDX-License-Identifier: Apache-2.0
#include "models/cache/caching_agent.h"

#include <vector>

namespace starnuma::cache {

using kernel::Envelope;
using kernel::Outbox;
using protocol::Access;
using protocol::AccessKind;
using protocol::Message;
using protocol::Role;

namespace {

protocol::uncached::Op uncached_op(AccessKind kind) {
  using protocol::uncached::Op;
  if (kind == AccessKind::kUncachedLoad) return Op::kRead;
  return kind == AccessKind::kUncachedStore ? Op::kWrite : Op::kWritePart;
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
      context_{this->name(), std::move(place), *this, dispatcher, to_fabric, config.fabric_latency},
      lines_(context_, config),
      windows_(context_.place, context_.execution),
      faults_(context_, lines_, windows_),
      evictions_(context_, lines_, faults_,
                 config.clean_evictions.value_or(CleanEvictionsAre::kNotified)),
      requests_(context_, lines_, evictions_, windows_,
                config.line_stores.value_or(LineStoresAre::kFetched)),
      snoops_(context_, lines_, config.snoop_latency),
      speculative_(context_, lines_, faults_, windows_,
                   config.speculative_reads.value_or(SpeculativeReadsAre::kUnsent)),
      uncached_(context_.execution),
      llc_latency_(base::ClockRatio(context_.place.frequency).time_of(config.llc_latency.value)) {}

void CachingAgent::end_of_elaboration() {
  std::vector<PrivateSnoop*> private_caches;
  for (CpuSide& port : cpu_side) private_caches.push_back(&port.backward());
  lines_.connect(std::move(private_caches));
}

/// Waits until the line's device may receive one more request. Returns true if it waited; the line
/// may have arrived meanwhile.
inline bool CachingAgent::waits_for_device(Access& access) {
  if (__builtin_expect(!windows_.limited(), 1) || !windows_.wait(access.line)) return false;
  ++context_.counts.deferred;
  lines_.waits.wait_for_line(access);
  const SocketEntry* entry = lines_.tags.find(access.line);
  if (entry != nullptr && may_use(*entry, access)) windows_.pass_on(access.line);
  return true;
}

void CachingAgent::access(Access& access, int core) {
  if (access.kind == AccessKind::kWriteback) return reclaim(access, core);
  if (__builtin_expect(access.kind == AccessKind::kFlush, 0)) return flush(access, core);

  speculative_.start(access, core);
  access.time += llc_latency_;
  lines_.waits.wait_for_line(access);
  if (__builtin_expect(protocol::is_uncached(access.kind), 0)) return bypass(access);
  SocketEntry* entry = nullptr;
  do {
    entry = lines_.tags.find(access.line);
    if (entry != nullptr && may_use(*entry, access)) {
      faults_.check_copy(access, *entry);
      ++context_.counts.hits;
      return lines_.serve(access, *entry, core);
    }
  } while (waits_for_device(access) || faults_.waits_for_head(access));
  faults_.check_home(access);
  context_.prefetch_steps(access.line);
  requests_.send(access, core, entry);
  if (__builtin_expect(access.served_by == protocol::ServedBy::kPoison, 0)) faults_.consume(access);
}

/// Sends an uncached request to its home and waits for the answer.
void CachingAgent::send_uncached(protocol::UncachedRequest& request) {
  Message message = Message::of(request.op, request.line, context_.place.socket);
  message.purpose = request.purpose;
  message.entry = request.entry;
  message.count = request.count;
  std::uint64_t transaction = 0;
  context_.execute([&](Outbox& outbox) {
    Envelope& envelope = outbox.start(request.time);
    transaction = request.transaction = envelope.transaction;
    uncached_.begin(transaction);
    context_.send_home(envelope, message);
  });
  const UncachedRequests::Answer answer = uncached_.await(transaction);
  SN_CHECK(answer.time >= request.time, name(), ": no answer from uncached line ", request.line,
           " at ", request.time.ps(), " ps");
  request.time = answer.time;
  request.count = answer.count;
}

/// Serves an uncached access, which bypasses the LLC.
void CachingAgent::bypass(Access& access) {
  faults_.check_home(access);
  protocol::UncachedRequest request;
  request.line = access.line;
  request.op = uncached_op(access.kind);
  request.purpose = Message::Purpose::kDemand;
  request.time = access.time;
  send_uncached(request);
  access.time = request.time;
  access.transaction = request.transaction;
  access.served_by = protocol::ServedBy::kMemory;
  ++context_.counts.uncached;
}

/// Handles an eviction by a private cache.
void CachingAgent::reclaim(const Access& access, int core) {
  SocketEntry& entry = lines_.take_back(access, core);
  // A core that moves pages allocates nothing in the LLC.
  const bool moves_pages = core >= context_.place.cores;
  const bool gone = moves_pages || (!entry.in_llc && entry.cores == 0);
  if (!gone || lines_.tags.held(entry)) return;
  context_.execute([&](Outbox& outbox) {
    if (access.dirty && !moves_pages) {
      evictions_.insert_in_llc(entry, access.time, outbox);
    } else {
      evictions_.evict(entry, access.time, outbox, nullptr,
                       moves_pages ? Message::Purpose::kMigration : Message::Purpose::kDemand);
    }
  });
}

/// Flushes a line. The socket obtains ownership first, so that no other socket holds a copy.
void CachingAgent::flush(Access& access, int core) {
  access.time += llc_latency_;
  lines_.waits.wait_for_line(access);
  while (faults_.waits_for_head(access)) continue;
  ++context_.counts.flushes;
  SocketEntry* entry = lines_.start_flush(access, core);
  faults_.check_home(access);
  while (entry == nullptr || entry->state == LineState::kShared) {
    requests_.send(access, core, entry);
    // A deferred snoop is resolved first and may invalidate the line again.
    if (lines_.registers.find(access.line) != nullptr) {
      lines_.waits.wait_for_line(access);
      faults_.check_route(access);
    }
    entry = lines_.tags.find(access.line);
  }
  context_.execute([&](Outbox& outbox) { evictions_.evict(*entry, access.time, outbox, &access); });
  MissRegister* const pending = lines_.registers.find(access.line);
  if (pending != nullptr && pending->access == &access) requests_.wait_for_home(*pending);
}

/// Handles the acknowledgement of an eviction or of a current read.
inline void CachingAgent::gave_back(const Envelope& envelope, const Message& message,
                                    Outbox& outbox) {
  MissRegister* const pending = lines_.registers.find(message.line);
  SN_CHECK(pending != nullptr, name(), ": ", protocol::name_of(message), " for line ", message.line,
           " without an outstanding write-back, at ", envelope.time.ps(), " ps");
  pending->line.state == protocol::RequesterState::kReadingCurrent
      ? requests_.granted(envelope, message, outbox)
      : evictions_.given_up(envelope, message, *pending, outbox);
}

void CachingAgent::handle(Envelope& envelope, Outbox& outbox) {
  const Message message = envelope.open<Message>();
  switch (protocol::role_of(message)) {
    case Role::kSnoop:
    case Role::kConflict:
      return snoops_.handle(envelope, message, outbox);
    case Role::kGaveBack:
      return gave_back(envelope, message, outbox);
    case Role::kUncachedAnswer:
      return uncached_.answer(envelope.transaction,
                              {envelope.time + context_.fabric_latency, message.count});
    default:
      return requests_.granted(envelope, message, outbox);
  }
}

void CachingAgent::report(accounting::StatWriter& writer) const {
  context_.counts.report(
      writer, context_.place,
      {context_.execution.overlaps(), windows_.limited(), context_.damage() != nullptr});
}

}  // namespace starnuma::cache
