// SPDX-License-Identifier: Apache-2.0
// Scopes of a waveform: globs over object paths; and the output files of a recorded run.
#pragma once

#include <string>
#include <vector>

#include "models/observers/hop_log.h"
#include "platforms/app/waves/wave_request.h"
#include "platforms/wave/fst_source.h"

namespace starnuma::app {

/// Returns true if `scope` matches the object or an enclosing one: "machine.pool*", "socket3" (the
/// first part of the path may be omitted).
bool in_scope(const std::string& scope, const std::string& object);
/// Returns the end of an error message: the nearest path, or the valid names below the correct
/// part.
std::string near_scopes(const std::string& scope, const std::vector<std::string>& objects);

/// Throws InputError if a scope of the request matches none of the objects.
void check_scopes(const WaveRequest& request, const std::vector<std::string>& objects);

/// Writes the request's files and prints their names. Returns false, without a file, if the trigger
/// never fired or the log holds no change: viewers cannot open such a file.
bool write_waves(const WaveRequest& request, const observers::HopLog& log,
                 wave::FstSources rtl = {});
/// Removes files of an earlier run with the request's names. Returns true if there were any.
bool remove_waves(const WaveRequest& request);
/// Prints why there is no file; `removed`: remove_waves() has removed an earlier one.
void print_no_waves(const WaveRequest& request, bool removed);

}  // namespace starnuma::app
