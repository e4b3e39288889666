// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/waves/rtl_tracking.h"

#include "rtl/tlb_annex/shell/compared_annex.h"
#include "rtl/tracker_update/shell/compared_tracker.h"

namespace starnuma::app {

using assembly::RtlTracking;
using assembly::TrackingParts;
using rtl::Assertions;
using Latencies = tracking::TrackerUpdateBase::Latencies;
using UpdateConfig = tracking::TrackerUpdateFunction::Config;

namespace {

template <Assertions assertions>
constexpr TrackingParts kAlone{[](const char* name, base::Time hand_over_latency, int entries,
                                  protocol::Counter counter) -> TrackingParts::Annex {
                                 return std::make_unique<rtl::TlbAnnex>(
                                     name, hand_over_latency,
                                     rtl::make_annex_engine(entries, counter, assertions));
                               },
                               [](const char* name, Latencies latencies,
                                  const UpdateConfig& config) -> TrackingParts::Tracker {
                                 return std::make_unique<rtl::TrackerUpdate>(
                                     name, latencies, rtl::make_tracker_engine(config, assertions));
                               }};

template <Assertions assertions>
constexpr TrackingParts kCompared{
    [](const char* name, base::Time hand_over_latency, int entries,
       protocol::Counter counter) -> TrackingParts::Annex {
      return std::make_unique<rtl::ComparedAnnex>(
          name, hand_over_latency, rtl::make_annex_engine(entries, counter, assertions), entries,
          counter);
    },
    [](const char* name, Latencies latencies,
       const UpdateConfig& config) -> TrackingParts::Tracker {
      return std::make_unique<rtl::ComparedTracker>(
          name, latencies, rtl::make_tracker_engine(config, assertions), config);
    }};

template <Assertions assertions>
constexpr RtlTracking kTracking{kAlone<assertions>, kCompared<assertions>};

}  // namespace

const RtlTracking& rtl_tracking(bool assertions) {
  return assertions ? kTracking<Assertions::kOn> : kTracking<Assertions::kOff>;
}

}  // namespace starnuma::app
