// SPDX-License-Identifier: Apache-2.0
#include "models/pool/multi_headed_device.h"

#include <algorithm>

#include "models/base/check.h"
#include "models/kernel/now.h"

namespace starnuma::pool {

using base::LatencyKind;
using kernel::Envelope;
using kernel::Outbox;
using protocol::Message;
using protocol::cxl::DeviceActions;
using protocol::cxl::DeviceEvent;
using protocol::cxl::DeviceState;
using protocol::cxl::Op;

MultiHeadedDevice::MultiHeadedDevice(const sc_core::sc_module_name& name, const Config& config,
                                     DevicePlace place, kernel::Dispatcher& dispatcher)
    : sc_module(name),
      head_in("head_in", static_cast<std::size_t>(place.heads),
              [this](const char* port, std::size_t) {
                return new HeadIn(port, *this);  // owned by the sc_vector
              }),
      head_out("head_out", static_cast<std::size_t>(place.heads)),
      mem_side("mem_side", static_cast<std::size_t>(place.channels)),
      place_(std::move(place)),
      dispatcher_(dispatcher),
      interleave_(place_.channels, place_.interleave),
      directory_latency_(config.directory_latency),
      filter_(std::max<std::uint64_t>(1, place_.snoop_filter_lines /
                                             static_cast<std::uint64_t>(config.snoop_filter_ways)),
              config.snoop_filter_ways) {}

void MultiHeadedDevice::handle(Envelope& envelope, Outbox& outbox) {
  const Message message = envelope.open<Message>();
  envelope.advance(LatencyKind::kDirectory, directory_latency_);
  statistics_.message(message.cxl);
  switch (message.cxl) {
    case Op::kMemRdShared:
    case Op::kMemRdOwn:
      statistics_.filter_use(filter_.occupancy());
      return request(envelope, message, outbox);
    case Op::kBIRspS:
      return answered(envelope, message, true, outbox);
    case Op::kBIRspI:
      return answered(envelope, message, false, outbox);
    case Op::kMemWr:
    case Op::kMemClnEvct:
      return given_back(envelope, message, outbox);
    default:
      base::fail_invariant(name(), ": unexpected message ", static_cast<int>(message.cxl),
                           " for line ", message.line.value, " at ", envelope.time.ps(), " ps");
  }
}

/// A read or ownership request: finds or makes room for the line, then serves it.
void MultiHeadedDevice::request(Envelope& envelope, const Message& message, Outbox& outbox) {
  SN_CHECK(!pending_.active, name(), ": a second request while one waits, line ",
           message.line.value, " at ", envelope.time.ps(), " ps");
  Entry* entry = filter_.find(message.line);
  if (entry == nullptr && filter_.full(message.line)) return make_room(envelope, message, outbox);
  if (entry == nullptr) entry = &filter_.insert(message.line);
  serve(envelope, message, *entry, outbox);
}

/// Back-invalidates the snoop filter's victim; the request goes on when the last host has answered.
void MultiHeadedDevice::make_room(Envelope& envelope, const Message& message, Outbox& outbox) {
  ++filter_evictions_;
  Entry& victim = filter_.victim(message.line);
  if (victim.busy_until > envelope.time) {
    envelope.advance(LatencyKind::kLineQueue, victim.busy_until - envelope.time);
  }
  pending_ = {};
  pending_.active = true;
  pending_.request = message;
  step(victim, DeviceEvent::kEvict, envelope);
  Message cause = message;
  cause.line = filter_.line_of(victim);
  snoop(envelope, cause, victim, victim.sharers, Op::kBISnpInv, outbox);
}

void MultiHeadedDevice::serve(Envelope& envelope, const Message& message, Entry& entry,
                              Outbox& outbox) {
  if (entry.busy_until > envelope.time) {
    envelope.advance(LatencyKind::kLineQueue, entry.busy_until - envelope.time);
  }
  const std::uint32_t others = entry.sharers & ~protocol::bit_of(message.requester);
  DeviceEvent event = DeviceEvent::kMemRdShared;
  if (message.cxl == Op::kMemRdOwn) {
    event = entry.state == DeviceState::kShared && others != 0 ? DeviceEvent::kMemRdOwnOthersShare
                                                               : DeviceEvent::kMemRdOwn;
  }
  const bool owned = entry.state == DeviceState::kOwned;
  const DeviceActions& actions = step(entry, event, envelope);
  if (actions.snoop_data || actions.snoop_invalidate) {
    pending_ = {};
    pending_.active = true;
    pending_.request = message;
    pending_.owner_asked = owned;
    snoop(envelope, message, entry, others, actions.snoop_data ? Op::kBISnpData : Op::kBISnpInv,
          outbox);
  }
  if (actions.read_memory) access_memory(envelope, message.line, false);
  if (pending_.active) {
    pending_.memory_done = envelope.time;
    pending_.memory_ledger = envelope.ledger;
    return;
  }
  grant(envelope, message, entry, actions.grant_owned, outbox);
}

/// A host answered a snoop; the last answer lets the waiting request go on.
void MultiHeadedDevice::answered(Envelope& envelope, const Message& message, bool shared,
                                 Outbox& outbox) {
  SN_CHECK(pending_.active && pending_.snooped == message.line, name(),
           ": snoop answer nobody waits for, line ", message.line.value, " at ", envelope.time.ps(),
           " ps");
  if (--pending_.answers_missing > 0) return;
  Entry& entry = *filter_.find(message.line);
  const DeviceActions& actions =
      step(entry, shared ? DeviceEvent::kBIRspS : DeviceEvent::kLastBIRspI, envelope);
  pending_.active = false;
  const Message waiting = pending_.request;
  if (actions.free_entry) {
    filter_.remove(entry);
    return serve(envelope, waiting, filter_.insert(waiting.line), outbox);
  }
  if (!pending_.written_back && pending_.memory_done > envelope.time) wait_for_memory(envelope);
  if (!shared) entry.sharers = 0;
  entry.busy_until = envelope.time;
  Message answer = waiting;
  answer.via_owner = pending_.owner_asked;
  grant(envelope, answer, entry, actions.grant_owned, outbox);
}

/// The hosts answered before the memory read beside them did. What an empty machine takes is the
/// longer of both ways; anything beyond the snoop's is a wait for memory where that is not the
/// read.
void MultiHeadedDevice::wait_for_memory(Envelope& envelope) const {
  const auto unloaded = [](const base::Ledger& ledger) { return ledger.total() - ledger.queue(); };
  if (unloaded(pending_.memory_ledger) > unloaded(envelope.ledger)) {
    envelope.ledger = pending_.memory_ledger;
  } else {
    envelope.ledger.add(base::LatencyKind::kDramQueue, pending_.memory_done - envelope.time);
  }
  envelope.time = pending_.memory_done;
}

/// The owner gave the line up, by itself or because it is dirty and was snooped.
void MultiHeadedDevice::given_back(Envelope& envelope, const Message& message, Outbox& outbox) {
  Entry* entry = filter_.find(message.line);
  const bool asked = message.answers_snoop && pending_.active && pending_.snooped == message.line;
  SN_CHECK(entry != nullptr && (asked || entry->owner == base::index_of(message.requester)), name(),
           ": line ", message.line.value, " given up by a host that does not own it, at ",
           envelope.time.ps(), " ps");
  const DeviceActions& actions = step(
      *entry, message.cxl == Op::kMemWr ? DeviceEvent::kMemWr : DeviceEvent::kMemClnEvct, envelope);
  if (actions.write_memory) access_memory(envelope, message.line, true);
  if (message.answers_snoop) pending_.written_back = true;
  Message complete = message.next(Op::kCmp);
  complete.answers_snoop = message.answers_snoop;
  const auto from = static_cast<base::SocketId>(envelope.source);
  post(outbox.reply_to(envelope), from, complete);
  if (actions.free_entry) filter_.remove(*entry);
}

const DeviceActions& MultiHeadedDevice::step(Entry& entry, DeviceEvent event,
                                             const Envelope& envelope) {
  const auto& row = protocol::cxl::kDeviceTable.at(entry.state, event);
  SN_CHECK(row.present, name(), ": no row for state ", static_cast<int>(entry.state), " event ",
           static_cast<int>(event), ", line ", filter_.line_of(entry).value, " at ",
           envelope.time.ps(), " ps");
  entry.state = row.next;
  return row.actions;
}

void MultiHeadedDevice::snoop(const Envelope& envelope, const Message& cause, const Entry& entry,
                              std::uint32_t hosts, Op op, Outbox& outbox) {
  pending_.snooped = filter_.line_of(entry);
  for (std::uint32_t left = hosts; left != 0; left &= left - 1) {
    ++pending_.answers_missing;
    post(outbox.reply_to(envelope), static_cast<base::SocketId>(__builtin_ctz(left)),
         cause.next(op));
  }
  const SnoopCause cause_of_all = entry.state == DeviceState::kEvicting ? SnoopCause::kCapacity
                                  : op == Op::kBISnpData                ? SnoopCause::kShared
                                                                        : SnoopCause::kOwnership;
  statistics_.snooped(cause_of_all, pending_.answers_missing);
  SN_CHECK(pending_.answers_missing > 0, name(), ": a snoop without hosts, line ", cause.line.value,
           " at ", envelope.time.ps(), " ps");
}

void MultiHeadedDevice::grant(Envelope& envelope, const Message& message, Entry& entry, bool owned,
                              Outbox& outbox) {
  const std::uint32_t requester = protocol::bit_of(message.requester);
  if (owned) {
    entry.owner = static_cast<std::uint8_t>(message.requester);
    entry.sharers = requester;
  } else {
    entry.sharers |= requester;
  }
  Message answer = message.next(owned ? Op::kMemDataE : Op::kMemDataS);
  answer.via_owner = message.via_owner;
  post(outbox.reply_to(envelope), message.requester, answer);
}

void MultiHeadedDevice::access_memory(Envelope& envelope, base::LineAddress line, bool write) {
  const auto place = interleave_.place_of(line.in_node());
  protocol::MemoryRequest request{place.line_in_channel, envelope.time, envelope.horizon,
                                  &envelope.ledger, write};
  mem_side[static_cast<std::size_t>(place.channel)].send(request);
  envelope.time = request.time;
}

void MultiHeadedDevice::post(Envelope& envelope, base::SocketId to, const Message& message) const {
  envelope.seal(place_.agents.home_of(place_.node), place_.agents.caching_agent(to), message);
}

void MultiHeadedDevice::transmit(Envelope& envelope) {
  const int head = place_.head_of_socket[static_cast<std::size_t>(envelope.destination)];
  head_out[static_cast<std::size_t>(head)].send(envelope);
}

void MultiHeadedDevice::reset_statistics() {
  statistics_ = {};
  filter_evictions_ = 0;
  window_start_ = kernel::now();
}

void MultiHeadedDevice::report(base::StatWriter& writer) const {
  statistics_.report(writer, kernel::now() - window_start_, filter_.capacity());
  writer.write("snoop_filter.evictions", static_cast<double>(filter_evictions_), "1",
               "entries back-invalidated because their set was full");
  writer.write("snoop_filter.occupancy",
               static_cast<double>(filter_.occupancy()) / static_cast<double>(filter_.capacity()),
               "1", "share of the snoop filter in use at the end");
}

}  // namespace starnuma::pool
