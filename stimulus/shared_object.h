// SPDX-License-Identifier: Apache-2.0
// Workloads that somebody else has compiled: a file's name where a workload's is expected.
#pragma once

#include <string>

#include "stimulus/definition.h"

namespace starnuma::stimulus {

/// Whether a workload's name (what stands before its options) is the name of a shared object.
bool is_shared_object(const std::string& name);
/// The workload in the file, which stays loaded. Throws InputError where there is none, or one made
/// for another version.
const Definition& definition_in(const std::string& file);

}  // namespace starnuma::stimulus
