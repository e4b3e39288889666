// SPDX-License-Identifier: Apache-2.0
#include "models/home/socket_home.h"

#include <algorithm>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/kernel/now.h"
#include "models/protocol/names.h"

namespace starnuma::home {

using accounting::LatencyKind;
using kernel::Envelope;
using kernel::Outbox;
using protocol::Message;
using protocol::Outcome;
using protocol::Reaction;
using protocol::Role;
using protocol::coherence::HomeState;
using protocol::coherence::Op;
using Uncached = protocol::uncached::Op;

SocketHome::SocketHome(const sc_core::sc_module_name& name, const Config& config, HomePlace place,
                       kernel::Dispatcher& dispatcher)
    : sc_module(name),
      HomeAgent(place.node, place.agents, place.channels, place.interleave, dispatcher),
      mem_side("mem_side", place.channels),
      directory_(place.lines),
      place_(place),
      directory_latency_(config.directory_latency),
      added_to_(place.add_lines),
      ingress_(make_ingress(config.queued.value_or(HomeQueues{}))) {}

std::unique_ptr<home_agent::Ingress> SocketHome::make_ingress(const HomeQueues& queues) {
  if (!place_.queued) return std::make_unique<home_agent::Ingress>();
  home_agent::IngressShape shape;
  shape.interval = queues.directory_interval;
  shape.request_entries = queues.request_entries;
  return std::make_unique<home_agent::QueuedIngress>(*dispatcher().queued(),
                                                     place_.agents.home_of(place_.node), *this,
                                                     shape, [](const Envelope&) { return 0; });
}

void SocketHome::handle(Envelope& envelope, Outbox& outbox) {
  const Message message = envelope.open<Message>();
  Entry& entry = directory_[message.line.in_node()];
  if (message.protocol == Message::Class::kUncached) {
    return uncached(envelope, message, entry, outbox);
  }
  SN_CHECK(!entry.uncacheable, name(), ": coherent message ", protocol::name_of(message),
           " from socket ", base::index_of(message.requester), " for uncached line ", message.line,
           " at ", envelope.time.ps(), " ps");
  if (protocol::role_of(message) == Role::kRequest) {
    // Most requests are answered to the requester with data from memory.
    to_fabric.prefetch_steps(base::AgentMap::caching_agent(message.requester));
    prefetch_memory(in_memory(message.line));
    ++counts_.requests;
    if (__builtin_expect(dispatcher().damage() != nullptr, 0)) {
      touched_.insert(message.line.in_node() / base::kLinesPerPage);
    }
    wait_while_busy(envelope, entry);
    envelope.advance(LatencyKind::kDirectory, directory_latency_);
  }
  if (!take(envelope, message, entry, outbox)) waiting_.push_back(envelope);
}

/// Handles an addition, read or write of an uncached line.
void SocketHome::uncached(Envelope& envelope, const Message& message, Entry& entry,
                          Outbox& outbox) {
  const bool adds = message.uncached == Uncached::kAdd;
  SN_CHECK((place_.uncached != nullptr || !adds) && protocol::role_of(message) == Role::kUncached &&
               entry.state == HomeState::kUncached,
           name(), ": uncached message ", protocol::name_of(message), " from socket ",
           base::index_of(message.requester), " for coherent line ", message.line, " at ",
           envelope.time.ps(), " ps");
  entry.uncacheable = true;
  Message answer =
      message.next(message.uncached == Uncached::kRead ? Uncached::kData : Uncached::kDone);
  envelope.advance(LatencyKind::kDirectory, directory_latency_);
  switch (message.uncached) {
    case Uncached::kAdd:
      answer.count = add(envelope, message);
      break;
    case Uncached::kWrite:
    case Uncached::kWritePart:
      ++counts_.uncached_lines;
      added_to_.drop(message.line);
      access_memory(envelope, in_memory(message.line), true,
                    message.uncached == Uncached::kWritePart);
      break;
    default:
      ++counts_.uncached_lines;
      if (!added_to_.holds(message.line)) access_memory(envelope, in_memory(message.line), false);
  }
  ingress_->request_done(envelope.time);
  post(outbox.reply_to(envelope), message.requester, answer);
}

/// Applies the line's protocol row; returns false if the message must wait for a stable state.
bool SocketHome::take(Envelope& envelope, const Message& message, Entry& entry, Outbox& outbox) {
  const bool was_transient = is_transient(entry.state);
  const Reaction reaction = protocol::coherence::step(entry, message);
  if (reaction.outcome == Outcome::kWait) return false;
  SN_CHECK(reaction.outcome == Outcome::kDone, name(), ": no row for ", protocol::name_of(message),
           " from socket ", base::index_of(message.requester), " in state ",
           protocol::name_of(entry.state), ", line ", message.line, " at ", envelope.time.ps(),
           " ps");
  const base::Time arrival = envelope.time;
  if (reaction.write_memory) {
    access_memory(envelope, in_memory(message.line), true);
    after_write(envelope, message);
  }
  if (reaction.asked != 0) ask(envelope, reaction, outbox);
  if (reaction.read_memory) {
    access_memory(envelope, in_memory(message.line), false);
    after_read(envelope, message.line);
  }
  for (const protocol::Send& send : reaction) {
    post(outbox.reply_to(envelope), send.to, send.message);
  }
  if (reaction.release) hold(entry, envelope.time);
  if (!reaction.sends.empty()) hold_until_sent(entry, envelope.time);
  report_sharers(message.line, &entry, envelope.time);
  const bool free = was_transient && !is_transient(entry.state);
  ingress_->handled(message, was_transient, is_transient(entry.state), envelope.time);
  if (free && !waiting_.empty()) retry_waiting(message.line, arrival, outbox);
  return true;
}

/// Returns the amount by which the entry grew.
std::uint16_t SocketHome::add(Envelope& envelope, const Message& message) {
  const base::Time arrival = envelope.time - directory_latency_;
  if (!added_to_.holds(message.line)) {
    ++counts_.add_reads;
    access_memory(envelope, in_memory(message.line), false);
  }
  envelope.advance(LatencyKind::kDirectory, place_.add_latency);
  const base::Time wait =
      adding_[message.line.in_node()].book(arrival, envelope.time - arrival, envelope.horizon);
  envelope.advance(LatencyKind::kLineQueue, wait);
  ++counts_.adds;
  counts_.add_wait += wait;
  const protocol::UncachedMemory::Added added =
      place_.uncached->add(message.line, message.entry, message.requester, message.count);
  const auto to_write = added_to_.add(message.line, added.changed);
  if (!to_write) return added.count;
  ++counts_.add_writes;
  Envelope beside = envelope;  // the write-back delays no agent
  access_memory(beside, to_write->in_node(), true);
  return added.count;
}

/// Sends FwdS or FwdX to the owner, or invalidations (Inv) to the sharers.
void SocketHome::ask(const Envelope& envelope, const Reaction& reaction, Outbox& outbox) {
  (reaction.ask->coherence == Op::kInv ? counts_.invalidations : counts_.forwards) +=
      HomeAgent::ask(envelope, reaction, outbox);
}

/// Handles the messages that waited for the line, in order of arrival, until one makes it busy.
void SocketHome::retry_waiting(base::LineAddress line, base::Time time, Outbox& outbox) {
  for (std::size_t i = 0; i < waiting_.size();) {
    Envelope envelope = waiting_[i];
    const Message message = envelope.open<Message>();
    Entry& entry = directory_[message.line.in_node()];
    if (message.line != line || is_transient(entry.state)) {
      ++i;
      continue;
    }
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    if (time > envelope.time) envelope.advance(LatencyKind::kLineQueue, time - envelope.time);
    wait_while_busy(envelope, entry);
    take(envelope, message, entry, outbox);
  }
}

bool SocketHome::forget(base::SocketId socket, int fault, base::Time time, const Recall& recall,
                        const Settled& settled) {
  const std::uint32_t gone = base::bit_of(socket);
  bool all = true;
  for (const std::uint64_t page : touched_) {
    for (std::uint64_t i = page * base::kLinesPerPage; i < (page + 1) * base::kLinesPerPage; ++i) {
      Entry& entry = directory_[i];
      if ((entry.sharers & gone) == 0) continue;
      const auto line = base::LineAddress::of(node(), i);
      if (!is_settled(line, entry, settled)) {
        all = false;
        continue;
      }
      forget_holder(line, gone, entry, entry.state == HomeState::kExclusive, fault, time, recall);
      if (entry.sharers == 0) entry.state = HomeState::kUncached;
    }
  }
  return all;
}

void SocketHome::reset_statistics() {
  counts_ = {};
  window_start_ = kernel::now();
  ingress_->reset_statistics();
}

void SocketHome::report(accounting::StatWriter& writer) const {
  writer.write("requests", counts_.requests, "1", "reads and ownership requests");
  writer.write("forwards", counts_.forwards, "1", "requests forwarded to an owning socket");
  writer.write("invalidations", counts_.invalidations, "1", "invalidations sent to sharers");
  accounting::StatWriter ingress = writer.under("ingress");
  ingress_->report(ingress, kernel::now() - window_start_);
  if (place_.uncached == nullptr) return;
  const auto adds = static_cast<double>(counts_.adds);
  writer.write("adds", adds, "1", "additions to metadata entries");
  writer.write("add_reads", counts_.add_reads, "1", "additions whose line was read from memory");
  writer.write("add_writes", counts_.add_writes, "1",
               "lines written to memory because of additions");
  writer.write("mean_add_wait", adds > 0 ? counts_.add_wait.ns() / adds : 0, "ns",
               "mean time that an addition waited for the one before to its line");
  writer.write("uncached_lines", counts_.uncached_lines, "1", "uncached lines read or written");
}

}  // namespace starnuma::home
