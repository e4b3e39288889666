// SPDX-License-Identifier: Apache-2.0
// Factories of the components that have an RTL implementation. The program provides those of RTL,
// so that a machine without RTL links none.
#pragma once

#include <memory>

#include "models/pool/multi_headed_device_base.h"
#include "models/tracking/counter_annex.h"
#include "models/tracking/tracker_update.h"

namespace starnuma::assembly {

/// Components of one implementation.
struct ComponentParts {
  using Annex = std::unique_ptr<tracking::CounterAnnexBase>;
  using Tracker = std::unique_ptr<tracking::TrackerUpdateBase>;
  using Device = std::unique_ptr<pool::MultiHeadedDeviceBase>;

  Annex (*annex)(const char* name, base::Time hand_over_latency, int entries,
                 protocol::Counter counter);
  Tracker (*tracker)(const char* name, tracking::TrackerUpdateBase::Latencies latencies,
                     const tracking::TrackerUpdateFunction::Config& config);
  Device (*device)(const char* name, const pool::DeviceConfig& config,
                   const pool::DevicePlace& place, kernel::Dispatcher& dispatcher);
};

/// Factories for RTL alone, and for RTL compared with its golden functions.
struct RtlParts {
  ComponentParts alone;
  ComponentParts compared;
};

}  // namespace starnuma::assembly
