// SPDX-License-Identifier: Apache-2.0
#include "models/observers/memory_hops.h"

#include "models/observers/tapped_objects.h"

namespace starnuma::observers {

using protocol::MemoryRequest;

kernel::Destination<MemoryRequest> MemoryHops::tap(
    const sc_core::sc_object&, const sc_core::sc_object& target,
    const kernel::Destination<MemoryRequest>& direct) {
  const std::uint32_t track = buffer_.track_of(owner_of(target).name(), "", HopKind::kMemory);
  if (track == kNoTrack) return direct;
  taps_.push_back({*this, direct, track});
  const auto pass = [](void* object, MemoryRequest& request) {
    const auto& tap = *static_cast<Tap*>(object);
    tap.hops.pass(tap, request);
  };
  return {pass, &taps_.back()};
}

void MemoryHops::pass(const Tap& tap, MemoryRequest& request) {
  const Hop* handled = messages_.handled_hop();
  if (handled == nullptr) return tap.ahead.send(request);
  const auto queue = [&] {
    return request.ledger != nullptr ? request.ledger->queue() : base::Time(0);
  };
  const base::Time queue_before = queue();
  Hop hop = *handled;
  hop.begin = request.time;
  tap.ahead.send(request);
  hop.end = request.time;
  hop.wait = queue() - queue_before;
  hop.track = tap.track;
  hop.kind = HopKind::kMemory;
  hop.hop_class = request.write ? HopClass::kWrite : HopClass::kRead;
  buffer_.keep(hop);
}

}  // namespace starnuma::observers
