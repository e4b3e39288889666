// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/waves/rtl_tracking.h"

#include "rtl/tlb_annex/shell/tlb_annex.h"
#include "rtl/tracker_update/shell/tracker_update.h"

namespace starnuma::app {

using assembly::TrackingParts;

const TrackingParts& rtl_tracking() {
  static constexpr TrackingParts kParts{
      [](const char* name, base::Time hand_over_latency, int entries,
         protocol::Counter counter) -> TrackingParts::Annex {
        return std::make_unique<rtl::TlbAnnex>(name, hand_over_latency,
                                               rtl::make_annex_engine(entries, counter));
      },
      [](const char* name, tracking::TrackerUpdateBase::Latencies latencies,
         const tracking::TrackerUpdateFunction::Config& config) -> TrackingParts::Tracker {
        return std::make_unique<rtl::TrackerUpdate>(name, latencies,
                                                    rtl::make_tracker_engine(config));
      }};
  return kParts;
}

}  // namespace starnuma::app
