// SPDX-License-Identifier: Apache-2.0
// Writes what the tracker update units of chosen cores are given to a stream
// (models/protocol/tracker_stream.h).
#pragma once

#include <optional>

#include "models/protocol/tracker_stream.h"
#include "models/tracking/tracker_update.h"
#include "platforms/run/core_recording.h"
#include "platforms/run/observer.h"

namespace starnuma::run {

class TrackerRecorder : public Observer, public tracking::TrackerObserver {
 public:
  /// Watches the cores from now on. Throws InputError when the machine does not track or lacks a
  /// core.
  TrackerRecorder(const CoreRecording& recording, const assembly::MachineConfig& config,
                  const tracking::MetadataRegion* metadata, assembly::Machine& machine);

  void on_event(base::CoreId core, const protocol::TrackerEvent& event) override;

 private:
  std::optional<protocol::TrackerStreamWriter> stream_;
};

}  // namespace starnuma::run
