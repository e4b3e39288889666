// SPDX-License-Identifier: Apache-2.0
// Workloads in separately compiled shared objects, whose file name replaces the name of a workload.
#pragma once

#include <string>

#include "stimulus/definition.h"

namespace starnuma::stimulus {

/// Returns true if a workload's name (the part before its options) is the name of a shared object.
bool is_shared_object(const std::string& name);
/// Returns the workload in the file, which remains loaded. Throws InputError if there is none, or
/// if it was compiled for another version.
const Definition& definition_in(const std::string& file);

}  // namespace starnuma::stimulus
