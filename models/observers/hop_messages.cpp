// SPDX-License-Identifier: Apache-2.0
// Hops of messages: the components that they pass and the agents that handle them.
#include <algorithm>

#include "models/observers/hop_recorder.h"
#include "models/observers/message_name.h"

namespace starnuma::observers {

using base::Time;
using kernel::Envelope;

std::uint32_t HopRecorder::add_place(const std::string& object, const std::string& part,
                                     const std::string& sender) {
  Tap<Envelope> place{*this, {}};
  if (selects(object)) place.enters = track_of(object, part, HopKind::kPass);
  if (!sender.empty() && selects(sender)) {
    place.sends = track_of(sender, "sends", HopKind::kMessage);
  }
  places_.push_back(place);
  return static_cast<std::uint32_t>(places_.size() - 1);
}

void HopRecorder::name_agent(const kernel::Agent& agent, const std::string& name) {
  AgentTracks& tracks = agents_[&agent];
  tracks.name = name;
  if (selects(name)) tracks.handles = track_of(name, "handles", HopKind::kHandle);
}

std::uint32_t HopRecorder::add_core(const std::string& object) {
  return selects(object) ? track_of(object, "", HopKind::kAccess) : kNoTrack;
}

void HopRecorder::entered(std::uint32_t place, const Envelope& message) {
  if (!over(message.horizon)) passed(places_[place], message);
}

std::uint32_t HopRecorder::add_queue(const std::string& object, const std::string& name) {
  if (!selects(object)) return kNobody;
  return signals_of({{object, name + "_occupancy", 16, {}}, {object, name + "_credits", 16, {}}});
}

void HopRecorder::changed(std::uint32_t queue, Time time, std::size_t waiting, int credits) {
  if (queue == kNobody) return;
  sample_all(time, queue, {waiting, static_cast<std::uint64_t>(std::max(credits, 0))});
}

void HopRecorder::passed(const Tap<Envelope>& tap, const Envelope& message) {
  auto found = flights_.find(&message);
  if (found == flights_.end()) {
    if (!wants(message)) return;
    const auto contents = message.open<protocol::Message>();
    found = flights_.try_emplace(&message).first;
    Hop& hop = found->second.hop;
    hop.transaction = message.transaction;
    hop.line = contents.line;
    hop.name = message_name(contents);
    hop.hop_class = hop_class(message.traffic);
    hop.source = message.source;
    hop.destination = message.destination;
    hop.track = kNoTrack;
    found->second.message = hop;
  }
  Flight& flight = found->second;
  if (tap.sends != kNoTrack) {
    flight.message.track = tap.sends;
    flight.message.kind = HopKind::kMessage;
    flight.message.begin = message.time;
    flight.message_queue = message.ledger.queue();
  }
  close(flight.hop, flight.hop_queue, message);
  flight.hop.track = tap.enters;
  flight.hop.begin = message.time;
  flight.hop_queue = message.ledger.queue();
}

/// Records the hop, unless the component added no time.
void HopRecorder::close(Hop hop, Time queue, const Envelope& message) {
  if (hop.track == kNoTrack || hop.begin == message.time) return;
  hop.end = message.time;
  hop.wait = message.ledger.queue() - queue;
  keep(hop);
}

const HopRecorder::AgentTracks& HopRecorder::tracks_of(const kernel::Agent& agent) {
  const auto [found, fresh] = agents_.try_emplace(&agent);
  if (!fresh) return found->second;
  if (const auto* object = dynamic_cast<const sc_core::sc_object*>(&agent)) {
    name_agent(agent, object->name());
  }
  return found->second;
}

void HopRecorder::handling(const Envelope& message, const kernel::Agent& receiver) {
  now_handled_.active = false;
  if (over(message.horizon)) return;
  const auto contents = message.open<protocol::Message>();
  check_trigger(contents.line, message_name(contents), message.time);
  const AgentTracks& tracks = tracks_of(receiver);
  const auto id = static_cast<std::size_t>(message.destination);
  if (id >= log_.agents.size()) log_.agents.resize(id + 1);
  if (log_.agents[id].empty()) log_.agents[id] = tracks.name;

  if (const auto found = flights_.find(&message); found != flights_.end()) {
    Flight& flight = found->second;
    close(flight.hop, flight.hop_queue, message);
    close(flight.message, flight.message_queue, message);
    flights_.erase(found);
  }
  if (!wants(message)) return;
  now_handled_.active = true;
  now_handled_.queue = message.ledger.queue();
  Hop& hop = now_handled_.hop;
  hop.begin = message.time;
  hop.transaction = message.transaction;
  hop.line = contents.line;
  hop.name = message_name(contents);
  hop.track = tracks.handles;
  hop.kind = HopKind::kHandle;
  hop.hop_class = hop_class(message.traffic);
  hop.source = message.source;
  hop.destination = message.destination;
}

void HopRecorder::handled(const Envelope& message, const kernel::Agent& receiver) {
  if (over(message.horizon)) return;
  const auto& counter = selection_.trigger.counter;
  if (armed_ && selection_.trigger.kind == HopTriggerKind::kCounter) {
    const std::uint64_t now = counter();
    if (now > counter_) fire(message.time, message.time);
    counter_ = now;
  }
  for (Probe& probe : probes_) {
    if (probe.agent == &receiver) sample(probe, message.time);
  }
  if (!now_handled_.active) return;
  now_handled_.active = false;
  Hop hop = now_handled_.hop;
  if (hop.track == kNoTrack) return;
  hop.end = message.time;
  hop.wait = message.ledger.queue() - now_handled_.queue;
  keep(hop);
}

}  // namespace starnuma::observers
