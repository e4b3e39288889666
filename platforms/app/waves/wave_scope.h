// SPDX-License-Identifier: Apache-2.0
// Scopes of a waveform: globs over object paths; and the files that a recorded run leaves.
#pragma once

#include <string>
#include <vector>

#include "models/observers/hop_log.h"
#include "platforms/wave/fst_source.h"

namespace starnuma::app {

struct WaveRequest;

/// Whether `scope` names the object or a box around it: "machine.pool*", "socket3" (the first part
/// of the path may be left out).
bool in_scope(const std::string& scope, const std::string& object);
/// The end of an error sentence: the nearest path, or what there is below the part that is right.
std::string near_scopes(const std::string& scope, const std::vector<std::string>& objects);

/// Throws InputError when a scope of the request names none of the objects.
void check_scopes(const WaveRequest& request, const std::vector<std::string>& objects);

/// Writes FST and save file, and prints where they are. Returns false, without a file, if the
/// trigger was never met or the log holds no change: viewers cannot open such a file.
bool write_waves(const WaveRequest& request, const observers::HopLog& log,
                 wave::FstSources rtl = {});
/// Removes the files that an earlier run left under the request's names. Returns true if the FST
/// file was there.
bool remove_waves(const WaveRequest& request);
/// Prints why there is no file; `removed`: remove_waves() has removed an earlier one.
void print_no_waves(const WaveRequest& request, bool removed);

}  // namespace starnuma::app
