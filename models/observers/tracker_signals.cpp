// SPDX-License-Identifier: Apache-2.0
#include "models/observers/tracker_signals.h"

#include "models/observers/message_name.h"
#include "models/observers/tapped_objects.h"

namespace starnuma::observers {

using kernel::Destination;
using protocol::MetadataAccess;
using protocol::TrackerRequest;

namespace {

const std::vector<std::string> kMetadataKinds{"ReadAndHold", "WriteAndRelease", "Release", "Add"};

}  // namespace

Destination<TrackerRequest> TrackerSignals::tap(const sc_core::sc_object& initiator,
                                                const sc_core::sc_object& target,
                                                const Destination<TrackerRequest>& direct) {
  const std::string annex = owner_of(initiator).name();
  if (!buffer_.selection().selects(annex)) return direct;
  const auto signals_at = [&](const std::string& box) {
    return buffer_.signals().add({{box, "hand_over_space", base::PageId::kSpaceBits, {}},
                                  {box, "hand_over_page", base::PageId::kNumberBits, {}},
                                  {box, "hand_over_count", 16, {}},
                                  {box, kHandOvers, 32, {}}});
  };
  const std::uint32_t sent = signals_at(annex);
  const std::uint32_t received = signals_at(owner_of(target).name());
  hand_overs_.push_back({buffer_, direct, sent, received});
  return {&pass_hand_over, &hand_overs_.back()};
}

void TrackerSignals::pass_hand_over(void* object, TrackerRequest& request) {
  auto& tap = *static_cast<Tap<TrackerRequest>*>(object);
  const auto sample = [&](std::uint32_t signals) {
    const base::PageId page = request.hand_over.page;
    tap.buffer.sample(request.time, signals,
                      {static_cast<std::uint64_t>(page.space()), page.number(),
                       request.hand_over.count, tap.messages});
  };
  ++tap.messages;
  sample(tap.sent);
  tap.ahead.send(request);
  sample(tap.received);
}

Destination<MetadataAccess> TrackerSignals::tap(const sc_core::sc_object& initiator,
                                                const sc_core::sc_object&,
                                                const Destination<MetadataAccess>& direct) {
  const std::string tracker = owner_of(initiator).name();
  if (!buffer_.selection().selects(tracker)) return direct;
  const std::uint32_t sent = buffer_.signals().add({{tracker, "request_kind", 8, kMetadataKinds},
                                                    {tracker, "request_address", 64, {}},
                                                    {tracker, "request_word", 64, {}},
                                                    {tracker, kRequests, 32, {}}});
  metadata_.push_back({buffer_, direct, sent, kNoTrack});
  return {&pass_metadata, &metadata_.back()};
}

void TrackerSignals::pass_metadata(void* object, MetadataAccess& access) {
  auto& tap = *static_cast<Tap<MetadataAccess>*>(object);
  const bool read = access.kind == protocol::MetadataAccessKind::kReadAndHold;
  tap.buffer.sample(access.time, tap.sent,
                    {static_cast<std::uint64_t>(access.kind), access.address,
                     read ? 0 : access.word, ++tap.messages});
  tap.ahead.send(access);
}

}  // namespace starnuma::observers
