// SPDX-License-Identifier: Apache-2.0
#include "models/observers/message_hops.h"

#include "models/observers/message_name.h"
#include "models/observers/tapped_objects.h"

namespace starnuma::observers {

using kernel::Envelope;

namespace {

/// Returns the direction of messages that enter a two-sided component through this socket.
std::string way_in(const sc_core::sc_object& target) {
  const std::string socket = target.basename();
  if (socket == "a_in") return "forward";
  if (socket == "b_in") return "backward";
  if (socket == "link_in") return "ingress";
  if (socket == "device_in") return "egress";
  return "";
}

Hop hop_of(const Envelope& message, HopKind kind) {
  const auto contents = message.open<protocol::Message>();
  Hop hop;
  hop.transaction = message.transaction;
  hop.line = contents.line;
  hop.name = message_name(contents);
  hop.track = kNoTrack;
  hop.source = message.source;
  hop.destination = message.destination;
  hop.kind = kind;
  hop.hop_class = hop_class(message.traffic);
  return hop;
}

}  // namespace

std::uint32_t MessageHops::add_place(const std::string& object, const std::string& part,
                                     const std::string& sender) {
  Place place;
  place.enters = buffer_.track_of(object, part, HopKind::kPass);
  if (!sender.empty()) place.sends = buffer_.track_of(sender, "sends", HopKind::kMessage);
  places_.push_back(place);
  return static_cast<std::uint32_t>(places_.size() - 1);
}

void MessageHops::name_agent(const kernel::Agent& agent, const std::string& name) {
  agents_[&agent] = {name, buffer_.track_of(name, "handles", HopKind::kHandle)};
}

kernel::Destination<Envelope> MessageHops::tap(const sc_core::sc_object& initiator,
                                               const sc_core::sc_object& target,
                                               const kernel::Destination<Envelope>& direct) {
  const sc_core::sc_object& from = owner_of(initiator);
  const sc_core::sc_object& to = owner_of(target);
  const bool departs = is_agent(from);
  Place place;
  if (departs) place.sends = buffer_.track_of(from.name(), "sends", HopKind::kMessage);
  if (!is_agent(to)) place.enters = buffer_.track_of(to.name(), way_in(target), HopKind::kPass);
  const bool closes = !departs && buffer_.selection().selects(from.name());
  if (!closes && place.sends == kNoTrack && place.enters == kNoTrack) return direct;
  taps_.push_back({*this, direct, place});
  const auto pass = [](void* object, Envelope& message) {
    auto& tap = *static_cast<Tap*>(object);
    if (!tap.hops.over(message)) tap.hops.passed(tap.place, message);
    tap.ahead.send(message);
  };
  return {pass, &taps_.back()};
}

void MessageHops::entered(std::uint32_t place, const Envelope& message) {
  if (!over(message)) passed(places_[place], message);
}

bool MessageHops::selects(const Envelope& message) const {
  const HopSelection& selection = buffer_.selection();
  return selection.selects(message.transaction, message.open<protocol::Message>().line) ||
         (message.traffic == accounting::Traffic::kWalk &&
          selection.selects_walk(message.time, message.time));
}

void MessageHops::passed(const Place& place, const Envelope& message) {
  auto found = flights_.find(&message);
  if (found == flights_.end()) {
    if (!selects(message)) return;
    const Flight flight{{hop_of(message, HopKind::kPass)}, {hop_of(message, HopKind::kMessage)}};
    found = flights_.emplace(&message, flight).first;
  }
  Flight& flight = found->second;
  if (place.sends != kNoTrack) begin(flight.between_agents, place.sends, message);
  end(flight.in_component, message);
  begin(flight.in_component, place.enters, message);
}

void MessageHops::begin(Begun& begun, std::uint32_t track, const Envelope& message) {
  begun.hop.track = track;
  begun.hop.begin = message.time;
  begun.queue = message.ledger.queue();
}

/// Records the hop, unless a component added no time.
void MessageHops::end(Begun begun, const Envelope& message) {
  Hop& hop = begun.hop;
  if (hop.track == kNoTrack || (hop.begin == message.time && hop.kind != HopKind::kHandle)) return;
  hop.end = message.time;
  hop.wait = message.ledger.queue() - begun.queue;
  buffer_.keep(hop);
}

const MessageHops::AgentTracks& MessageHops::tracks_of(const kernel::Agent& agent) {
  const auto [found, fresh] = agents_.try_emplace(&agent);
  if (!fresh) return found->second;
  if (const auto* object = dynamic_cast<const sc_core::sc_object*>(&agent)) {
    name_agent(agent, object->name());
  }
  return found->second;
}

void MessageHops::handling(const Envelope& message, const kernel::Agent& receiver) {
  now_handled_.reset();
  if (over(message)) return;
  const auto contents = message.open<protocol::Message>();
  buffer_.window().on_message(contents.line, message_name(contents), message.time);
  const AgentTracks& tracks = tracks_of(receiver);
  buffer_.name_agent(message.destination, tracks.name);
  if (const auto found = flights_.find(&message); found != flights_.end()) {
    end(found->second.in_component, message);
    end(found->second.between_agents, message);
    flights_.erase(found);
  }
  if (!selects(message)) return;
  now_handled_ = Begun{hop_of(message, HopKind::kHandle)};
  begin(*now_handled_, tracks.handles, message);
}

void MessageHops::handled(const Envelope& message) {
  if (!now_handled_) return;
  end(*now_handled_, message);
  now_handled_.reset();
}

}  // namespace starnuma::observers
