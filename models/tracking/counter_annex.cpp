// SPDX-License-Identifier: Apache-2.0
#include "models/tracking/counter_annex.h"

namespace starnuma::tracking {

using protocol::AnnexEventKind;

void CounterAnnexBase::take(protocol::AnnexEvent& event) {
  const std::optional<protocol::HandOver> hand_over = apply(event);
  if (!hand_over) return;
  counts_.by_access += event.kind == AnnexEventKind::kAccess;
  counts_.by_eviction += event.kind == AnnexEventKind::kEvict;
  counts_.by_shootdown += event.kind == AnnexEventKind::kInvalidate;
  counts_.by_orphan += event.kind == AnnexEventKind::kOrphanIncrement;
  const base::Time offered = event.time + hand_over_latency_;
  protocol::TrackerRequest request{*hand_over, offered};
  tracker_side.send(request);
  event.time += request.time - offered;
}

void CounterAnnexBase::report(accounting::StatWriter& writer) const {
  accounting::StatWriter out = writer.under("hand_overs");
  const auto count = [&](const char* name, std::int64_t value, const char* sentence) {
    out.write(name, value, "1", sentence);
  };
  count("marked_access", counts_.by_access, "counts handed over by accesses to marked slots");
  count("eviction", counts_.by_eviction, "counts handed over by evictions from the STLB");
  count("shootdown", counts_.by_shootdown, "counts handed over by shootdowns");
  count("orphan", counts_.by_orphan, "loads handed over after the eviction of their translation");
}

}  // namespace starnuma::tracking
