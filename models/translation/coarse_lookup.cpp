// SPDX-License-Identifier: Apache-2.0
#include "models/translation/coarse_lookup.h"

#include <utility>

namespace starnuma::translation {

using accounting::LatencyKind;
using protocol::Message;

CoarseLookup::CoarseLookup(const sc_core::sc_module_name& name, MapLocation place,
                           paging::PooledMemory& pool)
    : sc_module(name), place_(std::move(place)), pool_(pool) {}

void CoarseLookup::send_out(kernel::Envelope& envelope) {
  const bool to_home = base::index_of(envelope.destination) >= place_.agents.sockets;
  const Message message = envelope.open<Message>();
  if (!to_home || !pool_.holds(message.line)) return to_fabric.send(envelope);
  if (needs_lookup(message)) return lookup(envelope, message);
  envelope.destination = place_.agents.home_of(pool_.home_of(message.line));
  to_fabric.send(envelope);
}

void CoarseLookup::receive(kernel::Envelope& envelope) {
  const Message message = envelope.open<Message>();
  if (!needs_lookup(message)) return to_agent.send(envelope);
  ++counts_.retries;
  lookup(envelope, message);
}

void CoarseLookup::lookup(kernel::Envelope& envelope, Message message) {
  const paging::PoolPage page = pool_.page_of(message.line);
  const paging::LogicalPool::Request request = pool_.maps().ask(place_.server, page);
  ++counts_.lookups;
  envelope.advance(LatencyKind::kWalk, place_.latency);
  if (request.work.memory_reads > 0) {
    ++counts_.misses;
    place_.memory.read(envelope, page.region);
  }
  constexpr std::uint32_t kMost = 0xFFFF;
  SN_CHECK(request.to.version <= kMost, name(), ": region ", page.region, " has moved ",
           request.to.version, " times, more than a message can say");
  message.count = static_cast<std::uint16_t>(request.to.version);
  const auto server = static_cast<base::NodeId>(request.to.server);
  envelope.seal(envelope.source, place_.agents.home_of(server), message);
  to_fabric.send(envelope);
}

base::Time CoarseLookup::invalidate(std::uint32_t region, base::Time time) {
  ++counts_.invalidations;
  return place_.memory.write(region, time);
}

void CoarseLookup::report(accounting::StatWriter& writer) const {
  writer.write("lookups", counts_.lookups, "1",
               "regions looked up in the server's replica of the coarse map");
  writer.write("misses", counts_.misses, "1",
               "look-ups whose entry was read from the server's memory");
  writer.write("retries", counts_.retries, "1",
               "look-ups retried because the addressed server had another version of the map");
  writer.write("invalidations", counts_.invalidations, "1",
               "entries of regions that have moved, written to the replica");
  writer.write("hit_rate", counts_.hit_rate(), "1", "look-ups that the buffer answered");
}

}  // namespace starnuma::translation
