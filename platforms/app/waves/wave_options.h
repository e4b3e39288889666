// SPDX-License-Identifier: Apache-2.0
// The --wave-* options of `run`: read and checked before anything runs, and what becomes of the
// hops when it is over.
//
// Contract: what is wrong throws InputError with one line that names the option and near names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/base/footprint.h"
#include "platforms/app/commands/command.h"
#include "platforms/run/wave_recording.h"

namespace starnuma::app {

struct WaveRequest {
  std::filesystem::path file;
  std::vector<std::string> scopes;  ///< Globs over object paths; none: every object.
  base::Time from;
  base::Time to = observers::HopSelection::kForever;
  observers::HopTrigger trigger;
  bool count_filter_evictions = false;
  std::optional<base::LineAddress> watched_line;
  std::filesystem::path rtl;  ///< FST of RTL in the same time, shown beside; none where empty.

  /// There is no file unless the trigger is met.
  bool waits() const { return trigger.kind != observers::HopTrigger::Kind::kNone; }
};

void add_wave_options(boost::program_options::options_description& options);

/// Nothing when the options ask for no waves.
std::optional<WaveRequest> wave_request(const Arguments& arguments);
/// Throws InputError when a scope names no object of the machine, or the trigger needs a box that
/// it does not have.
void check_waves(const WaveRequest& request, const assembly::MachineConfig& machine,
                 const base::Footprint& workload);

/// What the request means to a simulation; its log is written to the request's file, with a save
/// file for GTKWave beside it, and a line about it is printed. A log without a change leaves no
/// file.
run::Recording recording_of(const WaveRequest& request);

/// A time such as "10us", for `option`.
base::Time wave_time(const std::string& option, const std::string& text);
/// A line by its byte address such as 0x40000001a40, for `option`.
base::LineAddress wave_line(const std::string& option, const std::string& text);

}  // namespace starnuma::app
