// SPDX-License-Identifier: Apache-2.0
// Cores whose events a --record option writes to a file.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "models/base/ids.h"

namespace starnuma::assembly {
class Machine;
class TrackingBox;
}  // namespace starnuma::assembly

namespace starnuma::run {

/// Parsed FILE or FILE:CORES, with cores such as 0,4-7; the default is core 0. The caller that
/// simulates opens the file.
struct CoreRecording {
  std::string option;  ///< Option name for messages.
  std::filesystem::path file;
  std::vector<base::CoreId> cores;
  std::ostream* out = nullptr;

  /// Throws InputError if the list of cores is malformed.
  static CoreRecording parse(const std::string& option, const std::string& text);

  /// Returns the core's tracking hardware. Throws InputError if the machine does not track or lacks
  /// the core.
  assembly::TrackingBox& tracking_of(base::CoreId core, assembly::Machine& machine) const;
};

}  // namespace starnuma::run
