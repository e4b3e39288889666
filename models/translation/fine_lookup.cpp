// SPDX-License-Identifier: Apache-2.0
#include "models/translation/fine_lookup.h"

#include <utility>

namespace starnuma::translation {

using accounting::LatencyKind;
using paging::FineMap;
using protocol::Message;

FineLookup::FineLookup(const sc_core::sc_module_name& name, MapLocation place,
                       paging::PooledMemory& pool)
    : sc_module(name), place_(std::move(place)), pool_(pool) {}

void FineLookup::receive(kernel::Envelope& envelope) {
  Message message = envelope.open<Message>();
  if (!pool_.holds(message.line)) return to_home.send(envelope);
  const paging::PoolPage page = pool_.page_of(message.line);
  if (needs_lookup(message) && !lookup(envelope, message, page)) return;
  const auto place = pool_.maps().place_of(page);
  SN_CHECK(place.server == place_.server, name(), ": ", "line ", message.line.value,
           " is asked for here and lies on server ", place.server, ", at ", envelope.time.ps(),
           " ps");
  message.line = pool_.in_memory(message.line, place);
  envelope.seal(envelope.source, envelope.destination, message);
  to_home.send(envelope);
}

bool FineLookup::lookup(kernel::Envelope& envelope, Message message, paging::PoolPage page) {
  paging::LogicalPool::Request request{
      page, base::index_of(message.requester), {place_.server, message.count}, {}};
  const FineMap::Found found = pool_.maps().arrive(request);
  ++counts_.lookups;
  envelope.advance(LatencyKind::kWalk, place_.latency);
  if (!found.in_buffer) {
    ++counts_.misses;
    const std::uint64_t coarse_entries = pool_.maps().regions();
    place_.memory.read(envelope, coarse_entries + pool_.number_of(page));
  }
  switch (found.kind) {
    case FineMap::LookupKind::kMoved:
      if (protocol::role_of(message) == protocol::Role::kRequest) ++counts_.forwarded;
      send_to(envelope, place_.agents.home_of(static_cast<base::NodeId>(found.next.server)),
              message, static_cast<std::uint16_t>(found.next.version));
      return false;
    case FineMap::LookupKind::kStale:
      ++counts_.refused;
      send_to(envelope, base::AgentMap::caching_agent(message.requester), message, 0);
      return false;
    case FineMap::LookupKind::kHere:
      break;
  }
  const auto place = pool_.maps().place_of(page);
  SN_CHECK(place.server == place_.server && place.frame == found.frame, name(),
           ": a stale map was followed to page ", page.page, " of region ", page.region, ", at ",
           envelope.time.ps(), " ps");
  if (protocol::role_of(message) == protocol::Role::kRequest &&
      message.purpose == Message::Purpose::kDemand) {
    pool_.count_use(page.region, base::index_of(message.requester));
  }
  const base::Time settled = pool_.settled_at(page);
  if (settled > envelope.time) {
    ++counts_.waits;
    counts_.wait_time += settled - envelope.time;
    envelope.advance(LatencyKind::kMigrationStall, settled - envelope.time);
  }
  return true;
}

void FineLookup::send_to(kernel::Envelope& envelope, base::AgentId to, Message message,
                         std::uint16_t version) {
  message.count = version;
  envelope.seal(envelope.source, to, message);
  to_fabric.send(envelope);
}

/// Replaces the address in memory by the line's name, which all agents except the home use.
void FineLookup::send_out(kernel::Envelope& envelope) {
  Message message = envelope.open<Message>();
  const base::LineAddress name = pool_.name_of(message.line);
  if (name != message.line) {
    message.line = name;
    envelope.seal(envelope.source, envelope.destination, message);
  }
  to_fabric.send(envelope);
}

void FineLookup::report(accounting::StatWriter& writer) const {
  writer.write("lookups", counts_.lookups, "1", "pages looked up in the server's fine map");
  writer.write("misses", counts_.misses, "1",
               "look-ups whose entry was read from the server's memory");
  writer.write("forwarded", counts_.forwarded, "1",
               "look-ups whose request was forwarded because the page had moved");
  writer.write("refused", counts_.refused, "1",
               "look-ups refused because the request used an old version of the coarse map");
  writer.write("waits", counts_.waits, "1", "look-ups whose request waited for a page in flight");
  writer.write("wait_time", counts_.wait_time.ns(), "ns",
               "time that requests waited for pages in flight");
  writer.write("hit_rate", counts_.hit_rate(), "1", "look-ups that the buffer answered");
}

}  // namespace starnuma::translation
