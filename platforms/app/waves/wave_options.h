// SPDX-License-Identifier: Apache-2.0
// The --wave-* options of `run`, checked before the run, and the output of the recorded hops.
//
// Contract: an error throws InputError with one line that names the option and similar names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/base/footprint.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/waves/wave_request.h"
#include "platforms/assembly/config/machine_config.h"
#include "platforms/run/record/wave_recording.h"

namespace starnuma::app {

void add_wave_options(boost::program_options::options_description& options);

/// Returns nothing if the options request no waves.
std::optional<WaveRequest> wave_request(const Arguments& arguments);
/// Throws InputError if a scope matches no object of the machine, or the trigger needs a module
/// that the machine lacks.
void check_waves(const WaveRequest& request, const assembly::MachineConfig& machine,
                 const base::Footprint& workload);

/// Returns the recording for a simulation. Its log is written to the request's files, with a save
/// file for GTKWave next to the FST file, and a line about them is printed. A log without a change
/// leaves no file.
run::Recording recording_of(const WaveRequest& request);

/// Parses a time such as "10us", for `option`.
base::Time wave_time(const std::string& option, const std::string& text);
/// Parses the byte address of a line such as 0x40000001a40, for `option`.
base::LineAddress wave_line(const std::string& option, const std::string& text);

}  // namespace starnuma::app
