// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/waves/rtl_parts.h"

#include "platforms/assembly/boxes/rtl_parts.h"
#include "rtl/directory_slice/shell/compared_device.h"
#include "rtl/tlb_annex/shell/compared_annex.h"
#include "rtl/tracker_update/shell/compared_tracker.h"

namespace starnuma::app {

using assembly::ComponentParts;
using assembly::RtlParts;
using rtl::Assertions;
using Latencies = tracking::TrackerUpdateBase::Latencies;
using UpdateConfig = tracking::TrackerUpdateFunction::Config;

namespace {

template <class Device, Assertions assertions>
ComponentParts::Device make_device(const char* name, const pool::DeviceConfig& config,
                                   const pool::DevicePlace& place, kernel::Dispatcher& dispatcher) {
  return std::make_unique<Device>(
      name, config, place, dispatcher,
      rtl::make_directory_engine(rtl::shape_of(config, place), assertions));
}

template <Assertions assertions>
constexpr ComponentParts kAlone{
    [](const char* name, base::Time hand_over_latency, int entries,
       protocol::Counter counter) -> ComponentParts::Annex {
      return std::make_unique<rtl::TlbAnnex>(name, hand_over_latency,
                                             rtl::make_annex_engine(entries, counter, assertions));
    },
    [](const char* name, Latencies latencies,
       const UpdateConfig& config) -> ComponentParts::Tracker {
      return std::make_unique<rtl::TrackerUpdate>(name, latencies,
                                                  rtl::make_tracker_engine(config, assertions));
    },
    make_device<rtl::MultiHeadedDevice, assertions>};

template <Assertions assertions>
constexpr ComponentParts kCompared{
    [](const char* name, base::Time hand_over_latency, int entries,
       protocol::Counter counter) -> ComponentParts::Annex {
      return std::make_unique<rtl::ComparedAnnex>(
          name, hand_over_latency, rtl::make_annex_engine(entries, counter, assertions), entries,
          counter);
    },
    [](const char* name, Latencies latencies,
       const UpdateConfig& config) -> ComponentParts::Tracker {
      return std::make_unique<rtl::ComparedTracker>(
          name, latencies, rtl::make_tracker_engine(config, assertions), config);
    },
    make_device<rtl::ComparedDevice, assertions>};

template <Assertions assertions>
constexpr RtlParts kParts{kAlone<assertions>, kCompared<assertions>};

}  // namespace

const RtlParts& rtl_parts(bool assertions) {
  return assertions ? kParts<Assertions::kOn> : kParts<Assertions::kOff>;
}

}  // namespace starnuma::app
