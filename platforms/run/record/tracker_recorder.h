// SPDX-License-Identifier: Apache-2.0
// Observer that writes the input events of selected cores' tracker update units to a stream
// (models/protocol/tracker_stream.h).
#pragma once

#include <optional>

#include "models/protocol/tracker_stream.h"
#include "models/tracking/metadata_region.h"
#include "models/tracking/tracker_update.h"
#include "platforms/assembly/config/machine_config.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/record/core_recording.h"

namespace starnuma::run {

class TrackerRecorder : public Observer, public tracking::TrackerObserver {
 public:
  /// Subscribes to the selected cores. Throws InputError if the machine does not track or lacks a
  /// core.
  TrackerRecorder(const CoreRecording& recording, const assembly::MachineConfig& config,
                  const tracking::MetadataRegion* metadata, assembly::Machine& machine);

  void on_event(base::CoreId core, const protocol::TrackerEvent& event) override;

 private:
  std::optional<protocol::TrackerStreamWriter> stream_;
};

}  // namespace starnuma::run
