// SPDX-License-Identifier: Apache-2.0
#include "models/home/socket_home.h"

#include "models/base/check.h"

namespace starnuma::home {

using base::LatencyKind;
using kernel::Envelope;
using kernel::Outbox;
using protocol::Message;
using protocol::coherence::HomeActions;
using protocol::coherence::HomeEvent;
using protocol::coherence::HomeState;
using protocol::coherence::Op;

SocketHome::SocketHome(const sc_core::sc_module_name& name, const Config& config, HomePlace place,
                       kernel::Dispatcher& dispatcher)
    : sc_module(name),
      mem_side("mem_side", place.channels),
      place_(place),
      dispatcher_(dispatcher),
      interleave_(place.channels, place.interleave),
      directory_latency_(config.directory_latency),
      directory_(place.lines) {}

void SocketHome::handle(Envelope& envelope, Outbox& outbox) {
  const Message message = envelope.open<Message>();
  Entry& entry = directory_[message.line.in_node()];
  const bool request = message.coherence == Op::kGetS || message.coherence == Op::kGetX;
  if (request) {
    ++counts_.requests;
    if (entry.busy_until > envelope.time) {
      envelope.advance(LatencyKind::kLineQueue, entry.busy_until - envelope.time);
    }
    envelope.advance(LatencyKind::kDirectory, directory_latency_);
  }
  const HomeEvent event = event_of(message, entry, envelope.time);
  const auto& row = protocol::coherence::kHomeTable.at(entry.state, event);
  SN_CHECK(row.present, name(), ": no row for state ", static_cast<int>(entry.state), " event ",
           static_cast<int>(event), ", line ", message.line.value, " at ", envelope.time.ps(),
           " ps");
  act(row.actions, envelope, message, entry, outbox);
  entry.state = row.next;
}

HomeEvent SocketHome::event_of(const Message& message, const Entry& entry, base::Time now) const {
  switch (message.coherence) {
    case Op::kGetS:
      return HomeEvent::kGetS;
    case Op::kGetX: {
      const bool others_share = entry.state == HomeState::kShared &&
                                (entry.sharers & ~protocol::bit_of(message.requester)) != 0;
      return others_share ? HomeEvent::kGetXOthersShare : HomeEvent::kGetX;
    }
    case Op::kPutM:
    case Op::kPutE:
      SN_CHECK(entry.owner == base::index_of(message.requester), name(), ": line ",
               message.line.value, " given up by socket ", base::index_of(message.requester),
               " but owned by ", int{entry.owner}, " at ", now.ps(), " ps");
      return message.coherence == Op::kPutM ? HomeEvent::kPutM : HomeEvent::kPutE;
    case Op::kCopyBack:
      return HomeEvent::kCopyBack;
    case Op::kCopyBackClean:
      return HomeEvent::kCopyBackClean;
    case Op::kUnblock:
      return HomeEvent::kUnblock;
    default:
      base::fail_invariant(name(), ": unexpected message ", static_cast<int>(message.coherence),
                           " for line ", message.line.value, " at ", now.ps(), " ps");
  }
}

void SocketHome::act(const HomeActions& actions, Envelope& envelope, const Message& message,
                     Entry& entry, Outbox& outbox) {
  const std::uint32_t requester = protocol::bit_of(message.requester);
  if (actions.write_memory) access_memory(envelope, message.line, true);
  if (actions.forward) {
    ++counts_.forwards;
    const Op op = message.coherence == Op::kGetS ? Op::kFwdS : Op::kFwdX;
    post(outbox.reply_to(envelope), static_cast<base::SocketId>(entry.owner), message.next(op));
  }
  const int acks = actions.invalidate ? invalidate_others(envelope, message, entry, outbox) : 0;
  if (actions.grant_shared) grant(envelope, message, false, 0, outbox);
  if (actions.grant_exclusive) grant(envelope, message, true, acks, outbox);
  if (actions.add_sharer) entry.sharers |= requester;
  if (actions.set_owner) {
    entry.owner = static_cast<std::uint8_t>(message.requester);
    entry.sharers = requester;
  }
  if (actions.forget) entry.sharers = 0;
  if (actions.acknowledge_put) {
    post(outbox.reply_to(envelope), message.requester, message.next(Op::kPutAck));
  }
  if (actions.release) entry.busy_until = envelope.time;
}

void SocketHome::grant(Envelope& envelope, const Message& message, bool exclusive, int acks,
                       Outbox& outbox) {
  const bool data = !(exclusive && message.holds_copy);
  Message answer = message.next(!data ? Op::kGrantX : exclusive ? Op::kDataE : Op::kDataS);
  answer.acks = static_cast<std::uint8_t>(acks);
  if (data) access_memory(envelope, message.line, false);
  post(outbox.reply_to(envelope), message.requester, answer);
}

/// Sends Inv to every sharer but the requester; returns how many.
int SocketHome::invalidate_others(const Envelope& envelope, const Message& message,
                                  const Entry& entry, Outbox& outbox) {
  int sent = 0;
  std::uint32_t left = entry.sharers & ~protocol::bit_of(message.requester);
  for (; left != 0; left &= left - 1, ++sent) {
    post(outbox.reply_to(envelope), static_cast<base::SocketId>(__builtin_ctz(left)),
         message.next(Op::kInv));
  }
  counts_.invalidations += sent;
  return sent;
}

void SocketHome::access_memory(Envelope& envelope, base::LineAddress line, bool write) {
  const auto place = interleave_.place_of(line.in_node());
  protocol::MemoryRequest request{place.line_in_channel, envelope.time, envelope.horizon,
                                  &envelope.ledger, write};
  mem_side[static_cast<std::size_t>(place.channel)].send(request);
  envelope.time = request.time;
}

void SocketHome::post(Envelope& envelope, base::SocketId to, const Message& message) const {
  envelope.seal(place_.agents.home_of(place_.node), place_.agents.caching_agent(to), message);
}

void SocketHome::report(base::StatWriter& writer) const {
  writer.write("requests", static_cast<double>(counts_.requests), "1",
               "reads and ownership requests");
  writer.write("forwards", static_cast<double>(counts_.forwards), "1",
               "requests forwarded to an owning socket");
  writer.write("invalidations", static_cast<double>(counts_.invalidations), "1",
               "invalidations sent to sharers");
}

}  // namespace starnuma::home
