// SPDX-License-Identifier: Apache-2.0
// Requests and their responses; multi_headed_device_snoops.cpp handles snooped hosts.
#include "models/pool/multi_headed_device.h"

#include <algorithm>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/protocol/names.h"

namespace starnuma::pool {

using accounting::LatencyKind;
using kernel::Envelope;
using kernel::Outbox;
using protocol::Message;
using protocol::Outcome;
using protocol::Reaction;
using protocol::cxl::DevicePending;
using protocol::cxl::Op;

void check_row(const char* device, const Reaction& reaction, const Message& message,
               const SnoopFilter::Entry* entry, const Envelope& envelope) {
  SN_CHECK(reaction.outcome == Outcome::kDone, device, ": no row for ", protocol::name_of(message),
           " from host ", base::index_of(envelope.source), " in state ",
           protocol::name_of(entry != nullptr ? entry->state : SnoopFilter::Entry{}.state),
           ", line ", message.line, " at ", envelope.time.ps(), " ps");
  SN_CHECK(!reaction.ask || reaction.asked != 0, device, ": a snoop without hosts, line ",
           reaction.ask->line, " at ", envelope.time.ps(), " ps");
}

namespace {

/// Returns the cause of a snoop for a request.
SnoopCause cause_of(Op snoop) {
  if (snoop == Op::kBISnpCur) return SnoopCause::kCurrent;
  return snoop == Op::kBISnpData ? SnoopCause::kShared : SnoopCause::kOwnership;
}

}  // namespace

MultiHeadedDevice::MultiHeadedDevice(const sc_core::sc_module_name& name, const Config& config,
                                     DevicePlace place, kernel::Dispatcher& dispatcher)
    : MultiHeadedDeviceBase(name, config, std::move(place), dispatcher),
      filter_(std::max<std::uint64_t>(
                  1, place_.snoop_filter_lines /
                         static_cast<std::uint64_t>(config.snoop_filter_ways * sector_lines_)),
              config.snoop_filter_ways, decoder_, config.snoop_filter_victim, sector_lines_) {
  if (!place_.queued) return;
  queue_messages(
      {queued_.directory_slices, queued_.directory_interval, [this](const Envelope& envelope) {
         return filter_.slice_of(envelope.open<Message>().line, queued_.directory_slices);
       }});
}

void MultiHeadedDevice::handle(Envelope& envelope, Outbox& outbox) {
  const Message message = envelope.open<Message>();
  const bool uncached = message.protocol == Message::Class::kUncached;
  if (uncached) return access_uncached(envelope, message, outbox);
  if (__builtin_expect(message.cxl == Op::kMemSpecRd, 0))
    return read_speculatively(envelope, message);
  if (!waiting_.empty() && retry(envelope, message, outbox)) return;
  const bool tracked = !is_host_managed(message.line);
  statistics_.message(message.cxl, tracked);
  if (!tracked) return pass_untracked(envelope, message, outbox);
  envelope.advance(LatencyKind::kDirectory, directory_latency_);
  if (protocol::role_of(message) == protocol::Role::kRequest) {
    // Most requests receive data from memory.
    port_to(envelope.source).prefetch_steps(envelope.source);
    prefetch_memory(in_memory(message.line));
    statistics_.filter_use(filter_.occupancy());
    check_reach(message, envelope.time);
  } else if (message.cxl != Op::kMemClnEvct) {
    return respond(envelope, message, outbox);
  }
  if (!waiting_.has(message.line) && request(envelope, message, outbox)) return;
  host_side_->count_wait();
  wait(waiting_.size(), envelope, message.line);
}

/// Handles a message of a host-managed line: accesses memory and responds. Hosts order the messages
/// of a line, since they wait for the completion of each one.
void MultiHeadedDevice::pass_untracked(Envelope& envelope, const Message& message, Outbox& outbox) {
  check_reach(message, envelope.time);
  const base::SocketId host = sender_of(envelope);
  Entry owned;
  owned.state = protocol::cxl::DeviceState::kOwned;
  owned.owner = static_cast<std::uint8_t>(base::index_of(host));
  owned.sharers = base::bit_of(host);
  DevicePending none;
  const Reaction reaction = protocol::cxl::step(owned, none, message, host, place_.read_answer);
  check_row(name(), reaction, message, &owned, envelope);
  report_sharers(message.line, &owned, envelope.time);
  if (reaction.write_memory) write_memory(envelope, message.line);
  if (reaction.read_memory) {
    if (!take_speculative(envelope, message.line)) {
      access_memory(envelope, in_memory(message.line), false);
    }
    statistics_.filter_use(filter_.occupancy());
    after_read(envelope, message.line);
  }
  if (reaction.write_memory) after_write(envelope, message);
  send(envelope, reaction, outbox);
  if (!reaction.write_memory) return host_side_->request_done(message, envelope.time);
  host_side_->write_done(envelope.time);
}

/// Handles a message of channel Req: finds or allocates the entry of the line and serves the
/// request. Returns false if the request must wait.
bool MultiHeadedDevice::request(Envelope& envelope, const Message& message, Outbox& outbox) {
  Entry* entry = filter_.find(message.line);
  if (entry != nullptr ? is_busy(*entry, envelope.time) : is_promised(message.line)) return false;
  if (entry != nullptr) filter_.use(*entry);
  if (message.cxl == Op::kMemClnEvct) {
    clean_eviction(envelope, message, entry, outbox);
    return true;
  }
  if (entry == nullptr && !protocol::cxl::allocates(message.cxl)) {
    Entry absent;
    serve(envelope, message, absent, outbox);
    return true;
  }
  if (entry == nullptr && filter_.full(message.line)) return make_room(envelope, message, outbox);
  if (entry == nullptr) entry = &filter_.insert(message.line);
  serve(envelope, message, *entry, outbox);
  return true;
}

/// Serves a read or MemInv of a line whose entry is in a stable state. A current read needs no
/// entry in the snoop filter.
void MultiHeadedDevice::serve(Envelope& envelope, const Message& message, Entry& entry,
                              Outbox& outbox) {
  wait_while_busy(envelope, entry);
  DevicePending pending;
  const Reaction reaction =
      protocol::cxl::step(entry, pending, message, message.requester, place_.read_answer);
  check_row(name(), reaction, message, &entry, envelope);
  if (reaction.asked != 0) {
    ask(envelope, reaction, cause_of(reaction.ask->cxl), outbox);
  }
  bool dropped = false;
  if (reaction.read_memory && !take_speculative(envelope, message.line)) {
    if (pending.owner_asked) {
      dropped = !read_ahead(envelope, in_memory(message.line));
    } else {
      access_memory(envelope, in_memory(message.line), false);
    }
  }
  if (reaction.read_memory) after_read(envelope, message.line);
  if (reaction.asked != 0) {
    snooped_.push_back({message.line, pending, envelope.time, envelope.ledger, dropped});
    return;
  }
  // The Cmp of this grant must precede any snoop of the line, and therefore any BI-ConflictAck.
  hold_until_sent(entry, envelope.time);
  report_sharers(message.line, &entry, envelope.time);
  send(envelope, reaction, outbox);
  host_side_->request_done(message, envelope.time);
  wake(message.line, envelope.time);
}

void MultiHeadedDevice::clean_eviction(Envelope& envelope, const Message& message, Entry* entry,
                                       Outbox& outbox) {
  DevicePending none;
  Entry absent;
  const Reaction reaction = protocol::cxl::step(entry != nullptr ? *entry : absent, none, message,
                                                sender_of(envelope), place_.read_answer);
  check_row(name(), reaction, message, entry, envelope);
  report_sharers(message.line, entry, envelope.time);
  send(envelope, reaction, outbox);
  host_side_->request_done(message, envelope.time);
  if (reaction.free_entry && entry != nullptr) filter_.remove(*entry);
  wake(message.line, envelope.time);
}

void MultiHeadedDevice::ask(const Envelope& envelope, const Reaction& reaction, SnoopCause cause,
                            Outbox& outbox) {
  statistics_.snooped(cause, HomeAgent::ask(envelope, reaction, outbox));
}

void MultiHeadedDevice::send(const Envelope& envelope, const Reaction& reaction, Outbox& outbox) {
  for (const protocol::Send& answer : reaction) {
    post(outbox.reply_to(envelope), answer.to, answer.message);
  }
}

}  // namespace starnuma::pool
