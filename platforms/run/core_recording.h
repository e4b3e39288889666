// SPDX-License-Identifier: Apache-2.0
// Of which cores the events go to which file: what the --record options say.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "platforms/assembly/machine.h"

namespace starnuma::run {

/// FILE or FILE:CORES, cores as 0,4-7; without them core 0. Whoever simulates opens the file.
struct CoreRecording {
  std::string option;  ///< For messages.
  std::filesystem::path file;
  std::vector<base::CoreId> cores;
  std::ostream* out = nullptr;

  /// Throws InputError for a list of cores that is none.
  static CoreRecording parse(const std::string& option, const std::string& text);

  /// Tracking hardware of the core. Throws InputError when the machine does not track or lacks it.
  assembly::TrackingBox& tracking_of(base::CoreId core, assembly::Machine& machine) const;
};

}  // namespace starnuma::run
