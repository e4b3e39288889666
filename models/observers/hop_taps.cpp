// SPDX-License-Identifier: Apache-2.0
// Taps of a hop recorder, which observe the payloads between two sockets.
#include <algorithm>

#include "models/observers/hop_recorder.h"
#include "models/observers/message_name.h"

namespace starnuma::observers {

using base::Time;
using kernel::Destination;
using kernel::Envelope;
using protocol::Access;
using protocol::MemoryRequest;
using protocol::MetadataAccess;
using protocol::MetadataAccessKind;
using protocol::TrackerRequest;

namespace {

/// Returns the module of a socket; sockets of a vector are direct children as well.
const sc_core::sc_object& owner_of(const sc_core::sc_object& socket) {
  return *socket.get_parent_object();
}

const std::vector<std::string> kMetadataKinds{"ReadAndHold", "WriteAndRelease", "Release", "Add"};

const kernel::Agent* agent_of(const sc_core::sc_object& module) {
  return dynamic_cast<const kernel::Agent*>(&module);
}

/// Returns the direction of messages that enter a two-sided component through this socket.
std::string way_in(const sc_core::sc_object& target) {
  const std::string socket = target.basename();
  if (socket == "a_in") return "forward";
  if (socket == "b_in") return "backward";
  if (socket == "link_in") return "ingress";
  if (socket == "device_in") return "egress";
  return "";
}

void for_each_object(sc_core::sc_object& object,
                     const std::function<void(sc_core::sc_object&)>& visit) {
  for (sc_core::sc_object* child : object.get_child_objects()) {
    visit(*child);
    for_each_object(*child, visit);
  }
}

template <class Payload>
void set_tapper(sc_core::sc_object& object, kernel::Tapper<Payload>& tapper) {
  if (auto* point = dynamic_cast<kernel::TapPoint<Payload>*>(&object)) point->set_tapper(tapper);
}

}  // namespace

void HopRecorder::attach(sc_core::sc_object& root, kernel::Dispatcher& dispatcher) {
  dispatcher.set_observer(*this);
  for_each_object(root, [this](sc_core::sc_object& object) {
    set_tapper<Envelope>(object, *this);
    set_tapper<Access>(object, *this);
    set_tapper<MemoryRequest>(object, *this);
    set_tapper<TrackerRequest>(object, *this);
    set_tapper<MetadataAccess>(object, *this);
  });
}

Destination<Envelope> HopRecorder::tap(const sc_core::sc_object& initiator,
                                       const sc_core::sc_object& target,
                                       const Destination<Envelope>& direct) {
  const sc_core::sc_object& from = owner_of(initiator);
  const sc_core::sc_object& to = owner_of(target);
  const bool departs = agent_of(from) != nullptr;
  const bool leaves = selects(from.name());
  Tap<Envelope> tap{*this, direct};
  if (departs && leaves) tap.sends = track_of(from.name(), "sends", HopKind::kMessage);
  if (agent_of(to) == nullptr && selects(to.name())) {
    tap.enters = track_of(to.name(), way_in(target), HopKind::kPass);
  }
  const bool closes = leaves && !departs;
  if (!closes && tap.sends == kNoTrack && tap.enters == kNoTrack) return direct;
  message_taps_.push_back(tap);
  return {&pass_message, &message_taps_.back()};
}

Destination<Access> HopRecorder::tap(const sc_core::sc_object& initiator,
                                     const sc_core::sc_object& target,
                                     const Destination<Access>& direct) {
  const bool leaves_caches = agent_of(owner_of(target)) != nullptr;
  const std::string inside = owner_of(leaves_caches ? initiator : target).name();
  const std::string core = core_of(inside);
  const bool enters_caches = !leaves_caches && core != inside;
  if (!(leaves_caches || enters_caches) || !selects(core)) return direct;
  const std::uint32_t track = leaves_caches ? track_of(core, "", HopKind::kAccess)
                                            : track_of(core, "walker", HopKind::kWalk);
  access_taps_.push_back({*this, direct, kNoTrack, track});
  return {leaves_caches ? &pass_access : &pass_walk, &access_taps_.back()};
}

Destination<MemoryRequest> HopRecorder::tap(const sc_core::sc_object&,
                                            const sc_core::sc_object& target,
                                            const Destination<MemoryRequest>& direct) {
  const sc_core::sc_object& channel = owner_of(target);
  if (!selects(channel.name())) return direct;
  memory_taps_.push_back({*this, direct, kNoTrack, track_of(channel.name(), "", HopKind::kMemory)});
  return {&pass_memory, &memory_taps_.back()};
}

Destination<TrackerRequest> HopRecorder::tap(const sc_core::sc_object& initiator,
                                             const sc_core::sc_object& target,
                                             const Destination<TrackerRequest>& direct) {
  const std::string annex = owner_of(initiator).name();
  if (!selects(annex)) return direct;
  const auto signals_at = [&](const std::string& box) {
    return signals_of({{box, "hand_over_space", base::PageId::kSpaceBits, {}},
                       {box, "hand_over_page", base::PageId::kNumberBits, {}},
                       {box, "hand_over_count", 16, {}},
                       {box, kHandOvers, 32, {}}});
  };
  const std::uint32_t signal = signals_at(annex);
  const std::uint32_t taken = signals_at(owner_of(target).name());
  tracker_taps_.push_back({*this, direct, taken, signal});
  return {&pass_hand_over, &tracker_taps_.back()};
}

Destination<MetadataAccess> HopRecorder::tap(const sc_core::sc_object& initiator,
                                             const sc_core::sc_object&,
                                             const Destination<MetadataAccess>& direct) {
  const std::string tracker = owner_of(initiator).name();
  if (!selects(tracker)) return direct;
  const std::uint32_t signal = signals_of({{tracker, "request_kind", 8, kMetadataKinds},
                                           {tracker, "request_address", 64, {}},
                                           {tracker, "request_word", 64, {}},
                                           {tracker, kRequests, 32, {}}});
  metadata_taps_.push_back({*this, direct, kNoTrack, signal});
  return {&pass_metadata, &metadata_taps_.back()};
}

std::uint32_t HopRecorder::signals_of(const std::vector<Signal>& signals) {
  const auto first = static_cast<std::uint32_t>(log_.signals.size());
  log_.signals.insert(log_.signals.end(), signals.begin(), signals.end());
  return first;
}

void HopRecorder::sample_all(Time time, std::uint32_t first,
                             std::initializer_list<std::uint64_t> values) {
  if (time > log_.to) return;
  for (const std::uint64_t value : values) log_.samples.push_back({time, first++, value});
}

void HopRecorder::pass_hand_over(void* object, TrackerRequest& request) {
  auto& tap = *static_cast<Tap<TrackerRequest>*>(object);
  const auto sample = [&](std::uint32_t signals) {
    const base::PageId page = request.hand_over.page;
    tap.recorder.sample_all(request.time, signals,
                            {static_cast<std::uint64_t>(page.space()), page.number(),
                             request.hand_over.count, tap.passed});
  };
  ++tap.passed;
  sample(tap.enters);
  tap.ahead.send(request);
  sample(tap.sends);
}

void HopRecorder::pass_metadata(void* object, MetadataAccess& access) {
  auto& tap = *static_cast<Tap<MetadataAccess>*>(object);
  const bool read = access.kind == MetadataAccessKind::kReadAndHold;
  tap.recorder.sample_all(access.time, tap.enters,
                          {static_cast<std::uint64_t>(access.kind), access.address,
                           read ? 0 : access.word, ++tap.passed});
  tap.ahead.send(access);
}

void HopRecorder::pass_message(void* object, Envelope& message) {
  auto& tap = *static_cast<Tap<Envelope>*>(object);
  if (!tap.recorder.over(message.horizon)) tap.recorder.passed(tap, message);
  tap.ahead.send(message);
}

void HopRecorder::pass_memory(void* object, MemoryRequest& request) {
  auto& tap = *static_cast<Tap<MemoryRequest>*>(object);
  HopRecorder& recorder = tap.recorder;
  if (!recorder.now_handled_.active) return tap.ahead.send(request);
  const Time begin = request.time;
  const Time queue = request.ledger != nullptr ? request.ledger->queue() : Time(0);
  tap.ahead.send(request);
  Hop hop = recorder.now_handled_.hop;
  hop.begin = begin;
  hop.end = request.time;
  if (request.ledger != nullptr) hop.wait = request.ledger->queue() - queue;
  hop.track = tap.enters;
  hop.kind = HopKind::kMemory;
  hop.hop_class = request.write ? HopClass::kWrite : HopClass::kRead;
  recorder.keep(hop);
}

void HopRecorder::pass_access(void* object, Access& access) {
  auto& tap = *static_cast<Tap<Access>*>(object);
  HopRecorder& recorder = tap.recorder;
  tap.ahead.send(access);
  const bool done = access.kind != protocol::AccessKind::kWriteback &&
                    access.kind != protocol::AccessKind::kWalk &&
                    access.served_by == protocol::ServedBy::kMemory;
  const bool kept = done && access.issued <= recorder.log_.to;
  if (!kept || !recorder.wants(access.transaction, access.line)) return;
  recorder.check_trigger(access.line, access_name(access.kind), access.issued);
  Hop hop;
  hop.begin = access.issued;
  hop.end = access.time;
  hop.wait = access.queue;
  hop.transaction = access.transaction;
  hop.line = access.line;
  hop.name = access_name(access.kind);
  hop.track = tap.enters;
  hop.kind = HopKind::kAccess;
  const auto missed =
      std::find_if(recorder.missed_.rbegin(), recorder.missed_.rend(),
                   [&](const Missed& miss) { return miss.transaction == access.transaction; });
  const bool demand = protocol::is_write(access.kind) || access.kind == protocol::AccessKind::kLoad;
  hop.hop_class = missed != recorder.missed_.rend() ? hop_class(missed->access_class)
                  : demand                          ? HopClass::kUpgrade
                                                    : HopClass::kOther;
  recorder.keep(hop);
}

/// Records the read of one level of a page walk, also if a cache serves it.
void HopRecorder::pass_walk(void* object, Access& access) {
  auto& tap = *static_cast<Tap<Access>*>(object);
  HopRecorder& recorder = tap.recorder;
  const std::size_t level = access.place;
  tap.ahead.send(access);
  const bool kept = access.kind == protocol::AccessKind::kWalk &&
                    access.issued <= recorder.log_.to &&
                    recorder.wants_walk(access.issued, access.time);
  if (!kept) return;
  Hop hop;
  hop.begin = access.issued;
  hop.end = access.time;
  hop.wait = access.queue;
  if (access.served_by == protocol::ServedBy::kMemory) {
    hop.transaction = access.transaction;
  } else {
    hop.wait += access.mshr_queue;
  }
  hop.line = access.line;
  hop.address = access.address;
  hop.name = walk_name(level);
  hop.track = tap.enters;
  hop.kind = HopKind::kWalk;
  hop.hop_class = HopClass::kWalk;
  recorder.keep(hop);
}

}  // namespace starnuma::observers
