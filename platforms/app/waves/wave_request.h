// SPDX-License-Identifier: Apache-2.0
// Waves that the user requests of a run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/observers/hop_selection.h"
#include "platforms/run/record/wave_recording.h"

namespace starnuma::app {

struct WaveRequest {
  std::filesystem::path file;          ///< FST file; empty: none.
  std::filesystem::path trace_events;  ///< File of trace events; empty: none.
  std::vector<std::string> scopes;     ///< Globs over object paths; none: every object.
  base::Time from;
  base::Time to = observers::HopSelection::kForever;
  observers::HopTrigger trigger;
  run::Counted counted = run::Counted::kNothing;
  std::optional<base::LineAddress> watched_line;
  std::filesystem::path rtl;  ///< FST of RTL in the same time, shown next to the hops; empty: none.

  /// Returns true if the file is written only after the trigger fires.
  bool waits() const { return trigger.kind != observers::HopTriggerKind::kNone; }
};

}  // namespace starnuma::app
