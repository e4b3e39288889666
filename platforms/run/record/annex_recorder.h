// SPDX-License-Identifier: Apache-2.0
// Observer that writes the annex events of selected cores to a stream
// (models/protocol/annex_stream.h).
#pragma once

#include <optional>

#include "models/protocol/annex_stream.h"
#include "models/translation/annex_driver.h"
#include "platforms/assembly/config/machine_config.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/record/core_recording.h"

namespace starnuma::run {

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

}  // namespace starnuma::run
