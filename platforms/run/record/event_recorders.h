// SPDX-License-Identifier: Apache-2.0
// Observers that write the events of selected cores' tracking hardware to streams.
#pragma once

#include <optional>

#include "models/protocol/annex_stream.h"
#include "models/protocol/tracker_stream.h"
#include "models/tracking/metadata_region.h"
#include "models/tracking/tracker_update.h"
#include "models/translation/annex_driver.h"
#include "platforms/assembly/config/machine_config.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/record/core_recording.h"

namespace starnuma::run {

/// Observer of annex events (models/protocol/annex_stream.h).
class AnnexRecorder : public Observer, public translation::AnnexObserver {
 public:
  /// Subscribes to the selected cores. Throws InputError if the machine has no tracking hardware or
  /// lacks a selected core, or if the cores' STLBs differ in size.
  AnnexRecorder(const CoreRecording& recording, const assembly::MachineConfig& config,
                assembly::Machine& machine);

  void on_event(base::CoreId core, const protocol::AnnexEvent& event) override;

 private:
  std::optional<protocol::AnnexStreamWriter> stream_;
};

/// Observer of the input events of tracker update units (models/protocol/tracker_stream.h).
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
