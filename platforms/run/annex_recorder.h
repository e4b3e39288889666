// SPDX-License-Identifier: Apache-2.0
// Writes the annex events of chosen cores to a stream (models/protocol/annex_stream.h).
#pragma once

#include <optional>

#include "models/protocol/annex_stream.h"
#include "models/translation/annex_driver.h"
#include "platforms/run/core_recording.h"
#include "platforms/run/observer.h"

namespace starnuma::run {

class AnnexRecorder : public Observer, public translation::AnnexObserver {
 public:
  /// Watches the cores from now on. Throws InputError when the machine does not track or lacks a
  /// core, and when the cores' STLBs differ in size.
  AnnexRecorder(const CoreRecording& recording, const assembly::MachineConfig& config,
                assembly::Machine& machine);

  void on_event(base::CoreId core, const protocol::AnnexEvent& event) override;

 private:
  std::optional<protocol::AnnexStreamWriter> stream_;
};

}  // namespace starnuma::run
