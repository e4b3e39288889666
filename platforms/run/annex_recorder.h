// SPDX-License-Identifier: Apache-2.0
// Writes the annex events of chosen cores to a stream (models/protocol/annex_stream.h).
#pragma once

#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "models/protocol/annex_stream.h"
#include "models/translation/annex_driver.h"
#include "platforms/assembly/machine.h"
#include "platforms/run/observer.h"

namespace starnuma::run {

/// FILE or FILE:CORES, cores as 0,4-7; without them core 0. Whoever simulates opens the file.
struct AnnexRecording {
  std::filesystem::path file;
  std::vector<base::CoreId> cores;
  std::ostream* out = nullptr;

  /// Throws InputError for a list of cores that is none.
  static AnnexRecording parse(const std::string& text);
};

class AnnexRecorder : public Observer, public translation::AnnexObserver {
 public:
  /// Watches the cores from now on. Throws InputError when the machine does not track or lacks a
  /// core, and when the cores' STLBs differ in size.
  AnnexRecorder(const AnnexRecording& recording, const assembly::MachineConfig& config,
                assembly::Machine& machine);

  void on_event(base::CoreId core, const protocol::AnnexEvent& event) override;

 private:
  std::optional<protocol::AnnexStreamWriter> stream_;
};

}  // namespace starnuma::run
